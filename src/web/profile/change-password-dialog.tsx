import { changePassword } from '#contract/accounts-security.ts';
import { newPasswordField, passwordField } from '#contract/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { usePasswordHint } from '../accounts/password-hint.ts';
import { securityProblem } from '../accounts/messages.ts';
import { useDo } from '../api/do.ts';
import { useSignedInUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

const form = z.object({ currentPassword: passwordField, newPassword: newPasswordField });

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const email = useSignedInUser()?.email;
  const change = useDo(changePassword, { retry: false, untilFresh: true });
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: zodResolver(form),
    defaultValues: { currentPassword: '', newPassword: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;
  useEffect(() => setFocus('currentPassword'), [setFocus]);

  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await change.mutateAsync(values);
      showToast({
        kind: 'success',
        title: 'Password changed',
        text: 'Your other devices were signed out.',
      });
      onClose();
    } catch (error) {
      const { field, message } = securityProblem(error);
      if (field === 'password') setError('currentPassword', { message }, { shouldFocus: true });
      else if (field === 'newPassword') setError(field, { message }, { shouldFocus: true });
      else setProblem(message);
    }
  });

  return (
    <Dialog isOpen onClose={onClose} title="Change Password" canClose={!isSubmitting} width={440}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-small text-text-2">Your other devices will be signed out.</p>
        {/* Password managers store the new password for the account with this e-mail address. */}
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          {...register('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
        />
        <PasswordField
          {...register('newPassword')}
          label="New password"
          autoComplete="new-password"
          hint={usePasswordHint()}
          error={errors.newPassword?.message}
        />
        {problem && <Banner>{problem}</Banner>}
        <div className="grid grid-cols-[1fr_1.4fr] gap-3">
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting} unready={!formState.isValid}>
            Change Password
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
