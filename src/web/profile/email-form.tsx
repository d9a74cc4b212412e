import { changeEmail } from '#contract/accounts-security.ts';
import { emailField, passwordField } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { securityProblem } from '../accounts/messages.ts';
import { useDo } from '../api/do.ts';
import { Button } from '../ui/button.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';

const form = z.object({ email: emailField, password: passwordField });

/** Asks for the new e-mail address and the password. */
export function EmailForm({
  email,
  onDone,
  onCancel,
}: {
  email: string;
  /** Called when the code has been mailed. */
  onDone: () => void;
  onCancel: () => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const change = useDo(changeEmail, { retry: false, untilFresh: true });
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email, password: '' },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await change.mutateAsync(values);
      onDone();
    } catch (error) {
      const { field, message } = securityProblem(error);
      if (field === 'email' || field === 'password')
        setError(field, { message }, { shouldFocus: true });
      else setProblem(message);
    }
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        {...register('email')}
        label="E-mail"
        type="email"
        autoComplete="email"
        autoFocus
        spellCheck={false}
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label="Password"
        autoComplete="current-password"
        hint="To make sure that it is you"
        error={errors.password?.message}
      />
      {problem && <Banner>{problem}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={formState.isSubmitting} unready={!formState.isValid}>
          Save
        </Button>
        <Button variant="secondary" onClick={onCancel} disabled={formState.isSubmitting}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
