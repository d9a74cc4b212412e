import { checkEmail, emailField } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { AuthFrame } from './auth-frame.tsx';

const form = z.object({ email: emailField });

/** Asks for the address, and finds out whether to log in or to sign up. */
export function EmailStep({
  email,
  onBack,
  onKnown,
}: {
  email: string;
  onBack: () => void;
  onKnown: (email: string, exists: boolean) => void;
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email },
    mode: 'onTouched',
  });
  const submit = handleSubmit(async (values) => {
    try {
      const { exists } = await call(checkEmail, values);
      onKnown(values.email, exists);
    } catch {
      // Signing up will say so if the address has an account after all.
      onKnown(values.email, false);
    }
  });
  return (
    <AuthFrame title="Welcome" intro="Enter your e-mail to log in or sign up." onBack={onBack}>
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
