import { login, passwordField } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { asApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { signIn } from '../api/session.ts';
import { PasswordField } from '../ui/field.tsx';
import { AuthForm } from './auth-frame.tsx';
import { EmailLine } from './email-line.tsx';
import { loginProblem } from './messages.ts';

const form = z.object({ password: passwordField });

export function LoginStep({
  email,
  onBack,
  onForgot,
  onGuarded,
  onDone,
}: {
  email: string;
  onBack: () => void;
  onForgot: () => void;
  /** Called when the password was correct and the account requires a second factor. */
  onGuarded: (password: string) => void;
  onDone: () => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(form),
    defaultValues: { password: '' },
    mode: 'onTouched',
  });
  const submit = handleSubmit(async ({ password }) => {
    setProblem(null);
    try {
      signIn(await call(login, { email, password }));
      onDone();
    } catch (error) {
      if (asApiError(error).code === 'TWO_FACTOR_REQUIRED') return onGuarded(password);
      const { field, message } = loginProblem(error);
      if (field === 'password') setError('password', { message }, { shouldFocus: true });
      else setProblem(message);
    }
  });
  return (
    <AuthForm
      title="Log in"
      problem={problem}
      onBack={onBack}
      button="Log in"
      onSubmit={submit}
      isBusy={formState.isSubmitting}
      isComplete={formState.isValid}
    >
      <EmailLine email={email} onChange={onBack} />
      <PasswordField
        {...register('password')}
        label="Password"
        autoComplete="current-password"
        autoFocus
        aside={
          <button type="button" onClick={onForgot} className="link hit-44 text-small">
            Forgot password
          </button>
        }
        error={formState.errors.password?.message}
      />
    </AuthForm>
  );
}
