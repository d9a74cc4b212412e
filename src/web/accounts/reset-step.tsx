import { resetPassword } from '#contract/accounts-security.ts';
import { codeField, emailField, newPasswordField } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { call } from '../api/call.ts';
import { CodeField } from '../ui/code-field.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { AnotherWay, AuthForm } from './auth-frame.tsx';
import { usePasswordHint } from './password-hint.ts';
import { securityProblem } from './messages.ts';

const form = z.object({ email: emailField, code: codeField, password: newPasswordField });

const MAILED =
  'If the address has an account, we have mailed it a 6-digit code. It expires in 10 minutes.';

type ResetStepProps = {
  email: string;
  code: string;
  onBack: () => void;
  /** Called when the user requests another code. */
  onForgot: () => void;
  onDone: (email: string) => void;
};

/** Sets a new password with the code from the mail. The link in the mail fills in the address and the code. */
export function ResetStep({ email, code, onBack, onForgot, onDone }: ResetStepProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, control, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email, code, password: '' },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await call(resetPassword, values);
      onDone(values.email);
    } catch (error) {
      const { field, message } = securityProblem(error);
      if (field === 'email' || field === 'code' || field === 'password')
        setError(field, { message }, { shouldFocus: true });
      else setProblem(message);
    }
  });
  const isFilled = email !== '' && code !== '';
  return (
    <AuthForm
      title="Set a new password"
      intro={isFilled ? undefined : MAILED}
      problem={problem}
      onBack={onBack}
      button="Set password"
      onSubmit={submit}
      isBusy={formState.isSubmitting}
      isComplete={formState.isValid}
      below={<AnotherWay text="Didn’t get a code?" button="Send another" onPress={onForgot} />}
    >
      <Field
        {...register('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus={email === ''}
        readOnly={email !== ''}
        spellCheck={false}
        error={errors.email?.message}
      />
      <Controller
        control={control}
        name="code"
        render={({ field }) => (
          <CodeField
            label="Verification code"
            value={field.value}
            onChange={field.onChange}
            ref={field.ref}
            autoFocus={email !== '' && code === ''}
            error={errors.code?.message}
          />
        )}
      />
      <PasswordField
        {...register('password')}
        label="New password"
        autoComplete="new-password"
        autoFocus={isFilled}
        hint={usePasswordHint()}
        error={errors.password?.message}
      />
    </AuthForm>
  );
}
