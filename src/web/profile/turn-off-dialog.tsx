import { turnOffTwoFactor } from '#contract/accounts-security.ts';
import { useEffect } from 'react';
import { securityProblem } from '../accounts/messages.ts';
import { useDo } from '../api/do.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

/** Turns the second factor off. The user must enter the password and a code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = useDo(turnOffTwoFactor, { retry: false, untilFresh: true });
  const { field, submit, problem, formState, setFocus } = useEndpointForm(turnOffTwoFactor, {
    start: { password: '', code: '' },
    send: async (proof) => {
      await turnOff.mutateAsync(proof);
      showToast({ kind: 'information', title: 'Two-factor is off' });
      onClose();
    },
    problemOf: securityProblem,
  });
  const { isSubmitting, isValid } = formState;
  useEffect(() => setFocus('password'), [setFocus]);

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
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
        <Field
          {...field('code')}
          label="Verification code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          hint="From your authenticator app, or a recovery code"
        />
        {problem && <Banner>{problem.message}</Banner>}
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
