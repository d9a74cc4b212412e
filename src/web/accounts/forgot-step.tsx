import { forgotPassword } from '#contract/accounts-security.ts';
import { emailField } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { securityProblem } from './messages.ts';

const form = z.object({ email: emailField });

/** Asks where to mail a code to. It doesn't reveal whether the address has an account. */
export function ForgotStep({
  email,
  onBack,
  onSent,
}: {
  email: string;
  onBack: () => void;
  onSent: (email: string) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email },
    mode: 'onTouched',
  });
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await call(forgotPassword, values);
      onSent(values.email);
    } catch (error) {
      setProblem(securityProblem(error).message);
    }
  });
  return (
    <AuthFrame
      title="Forgot password"
      intro="We’ll mail you a code for setting a new one."
      problem={problem}
      onBack={onBack}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <Field
          {...register('email')}
          label="Email"
          type="email"
          autoComplete="email"
          autoFocus
          spellCheck={false}
          error={formState.errors.email?.message}
        />
        <Button
          type="submit"
          size="large"
          wide
          busy={formState.isSubmitting}
          unready={!formState.isValid}
        >
          Send code
        </Button>
      </form>
    </AuthFrame>
  );
}
