// One user, beside the list: who they are, what is theirs, where they are signed in, and what an
// operator can do about it.
import type { UserDetail } from '#contract/users.ts';
import { ROLES } from '#domain/access.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Banner, EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { formatMoment } from '../wallet/transaction-words.ts';
import { Facts } from './list-parts.tsx';
import { ROLE_WORDS, UserStateBadge } from './user-words.tsx';
import { useAccountDeed, useUser, type AccountDeed } from './users-queries.ts';

export function UserDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const user = useUser(id);
  return (
    <Dialog isOpen side="right" width={560} onClose={onClose} title={user.data?.email ?? 'User'}>
      {user.data ? (
        <User user={user.data} />
      ) : user.isError ? (
        <UserError error={user.error} onRetry={() => void user.refetch()} />
      ) : (
        <Loading text="Loading the user…">
          <Skeleton className="mt-6 h-60" />
        </Loading>
      )}
    </Dialog>
  );
}

function UserError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return ['USER_NOT_FOUND', 'VALIDATION_ERROR'].includes(asApiError(error).code) ? (
    <EmptyState title="User not found" text="There is no such user." headingLevel="p" />
  ) : (
    <ErrorState title="Failed to load this user" text={messageOf(error)} onRetry={onRetry} />
  );
}

function User({ user }: { user: UserDetail }) {
  const optional = (label: string, at: Date | null): [string, ReactNode][] =>
    at === null ? [] : [[label, formatMoment(at)]];
  const money = (
    <Link to="/admin/transactions" search={{ user: user.id }} className="link hit-44">
      {formatCad(user.balance)}
    </Link>
  );
  const deeds = (
    <Link to="/admin/audit" search={{ subject: user.id }} className="link hit-44">
      What operators did
    </Link>
  );
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['User', user.id],
          ['Username', user.username],
          ['Name', user.fullName ?? '–'],
          ['Phone', user.phoneNumber ?? '–'],
          ['Country', user.country ?? '–'],
          ['Role', ROLE_WORDS[user.role]],
          ['State', <UserStateBadge key="state" state={user.state} />],
          ['Since', formatMoment(user.createdAt)],
          ...optional('Locked', user.lockedAt),
          ...optional('Erased on', user.erasedAt ?? user.deletionDueAt),
          ['E-mail', user.emailVerified ? 'Verified' : 'Not verified'],
          ['Two-factor', user.twoFactorEnabled ? 'On' : 'Off'],
          ['Balance', money],
          ['Paid orders', user.orders],
          ['Unopened packs', user.unopenedPacks],
          ['Cards here', user.cards],
          ['Shipments', user.shipments],
          ['Log', deeds],
        ]}
      />
      <Sessions user={user} />
      <Deeds user={user} />
    </div>
  );
}

function Sessions({ user }: { user: UserDetail }) {
  return (
    <section aria-labelledby="user-sessions">
      <h3 id="user-sessions" className="mb-3 text-body font-semibold">
        Signed in
      </h3>
      {user.sessions.length === 0 ? (
        <p className="text-small text-text-2">Nowhere.</p>
      ) : (
        <ul className="grid gap-2 text-small">
          {user.sessions.map((one) => (
            <li key={one.id} className="flex flex-wrap justify-between gap-x-4">
              <span className="break-words">
                {[one.browser, one.system].filter((word) => word !== null).join(' on ') ||
                  'Unknown device'}{' '}
                · {one.network}
              </span>
              <span className="text-text-2">{formatMoment(one.lastUsedAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Nobody acts on their own account here, nor on one whose person is gone. */
function Deeds({ user }: { user: UserDetail }) {
  const me = useVisitor();
  if (user.erasedAt !== null) return null;
  if (me?.id === user.id) {
    return (
      <p className="border-t border-line pt-5 text-small text-text-2">
        This is your account. Another admin has to change what it may do.
      </p>
    );
  }
  const isLocked = user.lockedAt !== null;
  return (
    <section aria-labelledby="user-deeds" className="grid gap-5 border-t border-line pt-5">
      <h3 id="user-deeds" className="text-body font-semibold">
        What to do
      </h3>
      <RoleForm key={user.role} user={user} />
      <AskedDeed
        key={isLocked ? 'unlock' : 'lock'}
        user={user}
        open={isLocked ? 'Unlock' : 'Lock out'}
        look={isLocked ? 'secondary' : 'danger'}
        text={
          isLocked
            ? 'They can sign in again. They have to do it themselves.'
            : 'Their sessions end at once and they can’t sign in. What is theirs stays theirs.'
        }
        done={isLocked ? 'Unlocked' : 'Locked out'}
        withReason
        deedOf={(reason) => ({ verb: isLocked ? 'unlock' : 'lock', reason })}
      />
      {user.sessions.length > 0 && (
        <AskedDeed
          user={user}
          open="Sign out everywhere"
          look="secondary"
          text="All their sessions end. They can sign in again."
          done="Signed out everywhere"
          deedOf={() => ({ verb: 'end sessions' })}
        />
      )}
      {user.twoFactorEnabled && (
        <AskedDeed
          user={user}
          open="Remove two-factor"
          look="danger"
          text="For somebody who has lost their app and their recovery codes. Be sure who asks: from then on the password alone opens the account. Their sessions end, and a mail tells them."
          done="Two-factor removed"
          deedOf={() => ({ verb: 'remove two-factor' })}
        />
      )}
    </section>
  );
}

function RoleForm({ user }: { user: UserDetail }) {
  const [role, setRole] = useState(user.role);
  const change = useAccountDeed(user.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(
      { verb: 'role', role },
      {
        onSuccess: () =>
          showToast({ kind: 'success', title: `${user.email} is now ${ROLE_WORDS[role]}` }),
      },
    );
  };
  return (
    <form aria-label="Role" onSubmit={submit} className="grid gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <Select
          label="Role"
          value={role}
          onChange={({ target }) => setRole(ROLES.find((one) => one === target.value) ?? role)}
          options={ROLES.map((one) => ({ value: one, label: ROLE_WORDS[one] }))}
        />
        <Button
          type="submit"
          look="secondary"
          busy={change.isPending}
          disabled={role === user.role}
        >
          Give role
        </Button>
      </div>
      {change.isError && <Banner title="The role stays">{messageOf(change.error)}</Banner>}
    </form>
  );
}

const REASON_LENGTH_MAX = 500;

type AskedDeedProps = {
  user: UserDetail;
  /** What the button that asks, and the one that does it, say. */
  open: string;
  look: 'secondary' | 'danger';
  text: string;
  done: string;
  withReason?: boolean;
  deedOf: (reason: string) => AccountDeed;
};

/** Asks in its place: a dialog over the drawer would hide whom it is about. */
function AskedDeed({ user, open, look, text, done, withReason = false, deedOf }: AskedDeedProps) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const deed = useAccountDeed(user.id);
  if (!isAsking) {
    return (
      <div>
        <Button look={look} onClick={() => setAsking(true)}>
          {open}
        </Button>
      </div>
    );
  }
  const isMissing = withReason && reason.trim() === '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (isMissing) event.currentTarget.querySelector('input')?.focus();
    else if (!deed.isPending) {
      deed.mutate(deedOf(reason.trim()), {
        onSuccess: () => {
          showToast({ kind: 'success', title: done, text: user.email });
          setAsking(false);
        },
      });
    }
  };
  return (
    <form noValidate aria-label={open} onSubmit={submit} className="grid gap-4">
      <p className="text-small text-text-2">{text}</p>
      {withReason && (
        <Field
          autoFocus
          label="Reason"
          value={reason}
          maxLength={REASON_LENGTH_MAX}
          onChange={({ target }) => setReason(target.value)}
          error={isChecked && isMissing ? 'Reason is required' : undefined}
        />
      )}
      {deed.isError && <Banner title="Nothing was changed">{messageOf(deed.error)}</Banner>}
      <div className="flex gap-3">
        <Button
          type="submit"
          look={look === 'danger' ? 'danger-filled' : 'primary'}
          busy={deed.isPending}
        >
          {open}
        </Button>
        <Button look="secondary" disabled={deed.isPending} onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
