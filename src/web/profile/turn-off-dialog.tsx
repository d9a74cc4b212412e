import { turnOffTwoFactor } from '#contract/accounts-security.ts';
import { passwordField, secondFactorField } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { securityProblem } from '../accounts/messages.ts';
import { useDo } from '../api/do.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

const form = z.object({ password: passwordField, code: secondFactorField });

/** Turns the second factor off. Requires the password and a code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const turnOff = useDo(turnOffTwoFactor, { retry: false, untilFresh: true });
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: zodResolver(form),
    defaultValues: { password: '', code: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting, isValid } = formState;
  useEffect(() => setFocus('password'), [setFocus]);

  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await turnOff.mutateAsync(values);
      showToast({ kind: 'information', title: 'Two-factor is off' });
      onClose();
    } catch (error) {
      const { field, message } = securityProblem(error);
      if (field === 'password' || field === 'code')
        setError(field, { message }, { shouldFocus: true });
      else setProblem(message);
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Turn off two-factor"
      canClose={!isSubmitting}
      width={440}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-small text-text-2">
          Signing in will take only your password again, and your recovery codes will stop working.
        </p>
        <PasswordField
          {...register('password')}
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
        />
        <Field
          {...register('code')}
          label="Verification code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          hint="From your authenticator app, or a recovery code"
          error={errors.code?.message}
        />
        {problem && <Banner>{problem}</Banner>}
        <div className="grid grid-cols-[1fr_1.4fr] gap-3">
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" variant="danger-filled" busy={isSubmitting} unready={!isValid}>
            Turn off
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
