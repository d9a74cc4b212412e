import { emailField } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Field } from '../ui/field.tsx';
import { AuthForm } from './auth-frame.tsx';

const form = z.object({ email: emailField });

type EmailFormProps = {
  title: string;
  intro: string;
  button: string;
  email: string;
  onBack: () => void;
  /** Sends the address. Resolves to an error message, or to null on success. */
  send: (email: string) => Promise<string | null>;
};

/** A step that asks only for an email address. */
export function EmailForm({ email, send, ...frame }: EmailFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email },
    mode: 'onTouched',
  });
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    setProblem(await send(values.email));
  });
  return (
    <AuthForm
      {...frame}
      problem={problem}
      onSubmit={submit}
      isBusy={formState.isSubmitting}
      isComplete={formState.isValid}
    >
      <Field
        {...register('email')}
        label="Email"
        type="email"
        autoComplete="email"
        autoFocus
        spellCheck={false}
        error={formState.errors.email?.message}
      />
    </AuthForm>
  );
}
