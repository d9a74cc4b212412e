// The e-mail address of the account. The shop mails a code to a new address, which takes effect when the user enters
// that code.
import { confirmEmail, showSecurity } from '#contract/accounts-security.ts';
import type { User } from '#contract/profile.ts';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { updateSessionUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { Field } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { useCodeEntry } from './use-code-entry.ts';

const EmailForm = lazy(() =>
  import('./email-form.tsx').then((module) => ({ default: module.EmailForm })),
);

export function EmailEditor({ user }: { user: User }) {
  const [isEditing, setEditing] = useState(false);
  // The new address, if the user chose to enter its code later. The code field is hidden then, but the code stays
  // valid.
  const [leftEmail, setLeftEmail] = useState<string | null>(null);
  const pendingEmail = useAsk(showSecurity, {}).data?.pendingEmail ?? null;
  // How the user left the form. After a code was mailed, the code field gets the focus; otherwise the edit button gets
  // it.
  const [cameBack, setCameBack] = useState<'with a code' | 'with nothing' | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (cameBack === 'with nothing') edit.current?.focus();
  }, [cameBack]);

  // The code field disappears after the code is accepted, so the focus moves to the edit button.
  const fallback = useFocusFallback(() => edit.current);

  const stopEditing = (how: 'with a code' | 'with nothing') => {
    setCameBack(how);
    setEditing(false);
  };

  if (isEditing) {
    return (
      <Suspense>
        <EmailForm
          email={pendingEmail ?? user.email}
          onDone={() => {
            setLeftEmail(null);
            stopEditing('with a code');
          }}
          onCancel={() => stopEditing('with nothing')}
        />
      </Suspense>
    );
  }
  return (
    <div {...fallback} className="grid gap-4">
      <div className="flex items-end gap-2">
        <Field label="E-mail" value={user.email} readOnly className="flex-1" />
        <Button
          ref={edit}
          variant="secondary"
          onClick={() => {
            setCameBack(null);
            setEditing(true);
          }}
        >
          Edit<span className="sr-only"> e-mail</span>
        </Button>
      </div>
      {!user.emailVerified && <NotVerified />}
      {pendingEmail !== null && pendingEmail !== leftEmail && (
        <ConfirmEmail
          email={pendingEmail}
          autoFocus={cameBack === 'with a code'}
          onLeave={() => {
            setLeftEmail(pendingEmail);
            edit.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function NotVerified() {
  return (
    <Banner tone="warn">
      This address is not verified yet.{' '}
      <Link
        to="/auth"
        search={{ mode: 'verify', redirect: '/my-account' }}
        state={{ comesBack: true }}
        className="link"
      >
        Enter your code
      </Link>
    </Banner>
  );
}

function ConfirmEmail({
  email,
  autoFocus,
  onLeave,
}: {
  email: string;
  autoFocus: boolean;
  onLeave: () => void;
}) {
  const confirmation = useDo(confirmEmail, { retry: false, untilFresh: true });
  const { form, code, problem, change, submit, isWhole } = useCodeEntry(async (complete) => {
    const { user } = await confirmation.mutateAsync({ code: complete });
    // Updates the session, so that the header shows the new address at once.
    updateSessionUser({ email: user.email, emailVerified: user.emailVerified });
    showToast({
      kind: 'success',
      title: 'E-mail changed',
      text: `You sign in with ${user.email} now.`,
    });
  }, confirmation.isPending);

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className="grid gap-4 rounded-control bg-surface-2 p-4"
    >
      <p className="text-small text-text-2">
        We sent a 6-digit code to <strong className="wrap-anywhere text-text">{email}</strong>. Your
        address stays as it is until you enter it. It expires in 10 minutes.
      </p>
      <div className="max-w-85">
        <CodeField
          label="Confirmation code"
          value={code}
          onChange={change}
          error={problem}
          autoFocus={autoFocus}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={confirmation.isPending} unready={!isWhole}>
          Confirm
        </Button>
        <Button variant="ghost" onClick={onLeave}>
          Not now
        </Button>
      </div>
    </form>
  );
}
