// One user, beside the list: who they are, what is theirs, and what an admin may do to the account.
import {
  changeUserRole,
  endUserSessions,
  lockUser,
  removeUserTwoFactor,
  showUser,
  unlockUser,
  type UserDetail,
} from '#contract/admin-users.ts';
import type { Endpoint, Sent } from '#contract/endpoint.ts';
import { ROLES, type Role } from '#domain/access.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Banner, EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { formatMoment } from '../ui/moments.ts';
import { GiveCreditsDialog } from '../wallet/admin/give-credits-dialog.tsx';
import { Facts } from '../admin-kit/list-parts.tsx';
import { ROLE_WORDS, UserStateBadge } from './user-words.tsx';

export function UserDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const user = useAsk(showUser, { id });
  const title = user.data ? user.data.username : 'User';
  return (
    <Dialog isOpen side="right" width={560} onClose={onClose} title={title}>
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
  const me = useVisitor();
  const [isGiving, setGiving] = useState(false);
  return (
    <div className="grid gap-8">
      <Facts
        facts={[
          ['E-mail', <Email key="email" user={user} />],
          ['Id', user.id],
          ['Name', user.fullName ?? '–'],
          ['Phone', user.phoneNumber ?? '–'],
          ['Country', user.country ?? '–'],
          ['Role', ROLE_WORDS[user.role]],
          ['State', <State key="state" user={user} />],
          ['Two-factor', user.twoFactorEnabled ? 'On' : 'Off'],
          ['Since', formatMoment(user.createdAt)],
        ]}
      />
      <section aria-labelledby="user-belongings">
        <Heading id="user-belongings">What is theirs</Heading>
        <Facts
          facts={[
            ['Credits', formatCad(user.balance)],
            ['Orders', user.orders],
            ['Unopened packs', user.unopenedPacks],
            ['Cards', user.cards],
            ['Shipments', user.shipments],
          ]}
        />
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-small">
          <Link to="/admin/orders" search={{ search: user.email }} className="link hit-44">
            Orders
          </Link>
          <Link to="/admin/transactions" search={{ user: user.id }} className="link hit-44">
            Transactions
          </Link>
          <Link
            to="/admin/transactions"
            search={{ user: user.id, view: 'ledger' }}
            className="link hit-44"
          >
            Ledger
          </Link>
          <Link to="/admin/audit" search={{ subject: user.id }} className="link hit-44">
            What was done to it
          </Link>
          <Link to="/admin/audit" search={{ actor: user.id }} className="link hit-44">
            What they did
          </Link>
        </p>
        {user.erasedAt === null && (
          <Button look="secondary" className="mt-4" onClick={() => setGiving(true)}>
            Give credits
          </Button>
        )}
      </section>
      <Sessions user={user} />
      {me?.id === user.id ? (
        <p className="text-small text-text-2">
          This is your own account: another admin changes its role, locks it, or removes its second
          factor.
        </p>
      ) : (
        user.erasedAt === null && <Account user={user} />
      )}
      {isGiving && <GiveCreditsDialog user={user} onClose={() => setGiving(false)} />}
    </div>
  );
}

function Heading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h3 id={id} className="mb-3 text-body font-semibold">
      {children}
    </h3>
  );
}

function Email({ user }: { user: UserDetail }) {
  if (user.erasedAt !== null) return <>Erased on {formatMoment(user.erasedAt)}</>;
  return (
    <>
      <span className="break-all">{user.email}</span>
      {!user.emailVerified && <span className="text-text-2"> · not verified</span>}
    </>
  );
}

function State({ user }: { user: UserDetail }) {
  return (
    <>
      <UserStateBadge state={user.state} />
      {user.lockedAt !== null && (
        <span className="text-text-2"> since {formatMoment(user.lockedAt)}</span>
      )}
      {user.deletionDueAt !== null && user.erasedAt === null && (
        <span className="text-text-2"> · to be deleted on {formatMoment(user.deletionDueAt)}</span>
      )}
    </>
  );
}

function Sessions({ user }: { user: UserDetail }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section aria-labelledby="user-sessions">
      <Heading id="user-sessions">Signed in on</Heading>
      {user.sessions.length === 0 ? (
        <p className="text-small text-text-2">Nowhere.</p>
      ) : (
        <>
          <ul className="border-t border-line text-small">
            {user.sessions.map((session) => (
              <li key={session.id} className="border-b border-line py-2.5">
                <p>
                  {session.browser ?? 'An unknown browser'}
                  {session.system !== null && ` on ${session.system}`}
                </p>
                <p className="text-text-2">
                  {session.network} · last used {formatMoment(session.lastUsedAt)}
                </p>
              </li>
            ))}
          </ul>
          <Button look="secondary" className="mt-4" onClick={() => setAsking(true)}>
            Sign out everywhere
          </Button>
        </>
      )}
      {isAsking && (
        <Ask
          row={endUserSessions}
          sent={() => ({ id: user.id })}
          title="Sign this user out everywhere?"
          text="Every device asks for the password again. Nothing of theirs is lost."
          confirm="Sign out"
          done="Signed out everywhere"
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

type Question = 'role' | 'lock' | 'unlock' | 'two-factor';

function Account({ user }: { user: UserDetail }) {
  const [asked, setAsked] = useState<Question | null>(null);
  const [role, setRole] = useState<Role>(user.role);
  const close = () => setAsked(null);
  const isLocked = user.lockedAt !== null;
  return (
    <section aria-labelledby="user-account">
      <Heading id="user-account">The account</Heading>
      <div className="grid gap-4">
        <div className="flex items-end gap-3">
          <Select
            label="Role"
            className="min-w-0 grow"
            value={role}
            onChange={({ target }) => setRole(target.value as Role)}
            options={ROLES.map((one) => ({ value: one, label: ROLE_WORDS[one] }))}
          />
          <Button look="secondary" disabled={role === user.role} onClick={() => setAsked('role')}>
            Change role
          </Button>
        </div>
        <div className="flex flex-wrap gap-3">
          {user.twoFactorEnabled && (
            <Button look="secondary" onClick={() => setAsked('two-factor')}>
              Remove second factor
            </Button>
          )}
          <Button
            look={isLocked ? 'secondary' : 'danger'}
            onClick={() => setAsked(isLocked ? 'unlock' : 'lock')}
          >
            {isLocked ? 'Unlock account' : 'Lock account'}
          </Button>
        </div>
      </div>
      {asked === 'role' && (
        <Ask
          row={changeUserRole}
          sent={() => ({ id: user.id, role })}
          title={`Make ${user.username} ${ROLE_WORDS[role].toLowerCase()}?`}
          text={ROLE_TEXTS[role]}
          confirm="Change role"
          done="Role changed"
          onClose={close}
        />
      )}
      {asked === 'lock' && (
        <Ask
          row={lockUser}
          sent={(reason) => ({ id: user.id, reason })}
          title="Lock this account?"
          text="They are signed out at once and can’t sign in. Their credits, packs and cards stay theirs."
          reason="Why"
          confirm="Lock account"
          done="Account locked"
          onClose={close}
        />
      )}
      {asked === 'unlock' && (
        <Ask
          row={unlockUser}
          sent={(reason) => ({ id: user.id, reason })}
          title="Unlock this account?"
          text="They can sign in again."
          reason="Why"
          confirm="Unlock account"
          done="Account unlocked"
          onClose={close}
        />
      )}
      {asked === 'two-factor' && (
        <Ask
          row={removeUserTwoFactor}
          sent={() => ({ id: user.id })}
          title="Remove the second factor?"
          text="Only for somebody who has lost their app and their codes, and whom you are sure of. Their password is enough then; they are signed out everywhere and told by mail."
          confirm="Remove it"
          done="Second factor removed"
          onClose={close}
        />
      )}
    </section>
  );
}

const ROLE_TEXTS: Record<Role, string> = {
  user: 'They see the shop, and nothing of its back office.',
  moderator: 'They see orders, transactions, shipments and jobs, and send parcels.',
  admin: 'They see and change everything: money, stock, prices and other people’s accounts.',
};

type AskProps<Row extends Endpoint> = {
  row: Row;
  sent: (reason: string) => Sent<Row>;
  title: string;
  text: string;
  /** The label of a reason that is asked for. */
  reason?: string;
  confirm: string;
  done: string;
  onClose: () => void;
};

/** Asks before an account is changed, and says why it was not. */
function Ask<Row extends Endpoint>({
  row,
  sent,
  title,
  text,
  reason,
  confirm,
  done,
  onClose,
}: AskProps<Row>) {
  const change = useDo(row);
  const cancel = useRef<HTMLButtonElement>(null);
  const [given, setGiven] = useState('');
  const [isMissing, setMissing] = useState(false);
  const formId = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined && given.trim() === '') return setMissing(true);
    try {
      await change.mutateAsync(sent(given.trim()));
    } catch {
      // The banner says what the refusal was.
      return;
    }
    showToast({ kind: 'success', title: done });
    onClose();
  };
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      initialFocus={cancel}
      canClose={!change.isPending}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p>{text}</p>
        {reason !== undefined && (
          <Field
            label={reason}
            hint="It stays in the audit log for good: name no person."
            maxLength={500}
            value={given}
            onChange={({ target }) => {
              setGiven(target.value);
              setMissing(false);
            }}
            error={isMissing ? 'Say why' : undefined}
          />
        )}
        {change.isError && <Banner title="Nothing was changed">{messageOf(change.error)}</Banner>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button ref={cancel} look="secondary" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="danger-filled" busy={change.isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
