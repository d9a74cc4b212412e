import { checkEmail, emailField } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { lookUpRefusal } from './messages.ts';

const form = z.object({ email: emailField });

/** Asks for the address, and finds out whether to log in or to sign up. */
export function EmailStep({
  email,
  onBack,
  onKnown,
}: {
  email: string;
  onBack: () => void;
  /** `exists` null: the look-up failed. */
  onKnown: (email: string, exists: boolean | null) => void;
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
      const { exists } = await call(checkEmail, values);
      onKnown(values.email, exists);
    } catch (error) {
      const refusal = lookUpRefusal(error);
      if (refusal === null) onKnown(values.email, null);
      else setProblem(refusal);
    }
  });
  return (
    <AuthFrame
      title="Welcome"
      intro="Enter your e-mail to log in or sign up."
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
          Continue
        </Button>
      </form>
    </AuthFrame>
  );
}
