import { changePassword } from '#contract/accounts-security.ts';
import { useEffect } from 'react';
import { usePasswordHint } from '../accounts/password-hint.ts';
import { securityProblem } from '../accounts/messages.ts';
import { useDo } from '../api/do.ts';
import { useSignedInUser } from '../api/session.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const email = useSignedInUser()?.email;
  const change = useDo(changePassword, { retry: false, untilFresh: true });
  const { field, submit, problem, formState, setFocus } = useEndpointForm(changePassword, {
    start: { currentPassword: '', newPassword: '' },
    send: async (passwords) => {
      await change.mutateAsync(passwords);
      showToast({
        kind: 'success',
        title: 'Password changed',
        text: 'Your other devices were signed out.',
      });
      onClose();
    },
    problemOf: (thrown) => {
      const found = securityProblem(thrown);
      return found.field === 'password' ? { ...found, field: 'currentPassword' } : found;
    },
  });
  const { isSubmitting } = formState;
  useEffect(() => setFocus('currentPassword'), [setFocus]);

  return (
    <Dialog isOpen onClose={onClose} title="Change Password" canClose={!isSubmitting} width={440}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-small text-text-2">Your other devices will be signed out.</p>
        {/* With this field, password managers store the new password for the account with this e-mail address. */}
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          {...field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField
          {...field('newPassword')}
          label="New password"
          autoComplete="new-password"
          hint={usePasswordHint()}
        />
        {problem && <Banner>{problem.message}</Banner>}
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
