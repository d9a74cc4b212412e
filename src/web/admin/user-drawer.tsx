// The panel with one user, beside the list of users. It shows personal data, possessions, and what an admin can do with
// the account.
import {
  changeUserRole,
  endUserSessions,
  letUserThrough,
  lockUser,
  removeUserTwoFactor,
  showUser,
  unlockUser,
  type UserDetail,
} from '#contract/admin-users.ts';
import { showStaff } from '#contract/admin-staff.ts';
import { listAuditEntries } from '#contract/audit-log.ts';
import { removeUserNote, showUserTimeline, writeUserNote } from '#contract/admin-timeline.ts';
import { listPullsOfUser } from '#contract/sharing-admin.ts';
import { BREAK_WORDS } from '#domain/break.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { formatMoment } from '../ui/moments.ts';
import { GiveCreditsDialog } from '../wallet/admin/give-credits-dialog.tsx';
import { Drawer, DrawerSection, DetailList } from '../admin-kit/drawer.tsx';
import { useAsk } from '../api/ask.ts';
import { useMay } from '../admin-kit/use-may.ts';
import { useBegins } from '../admin-kit/begun-act.ts';
import { Timeline } from '../admin-kit/timeline.tsx';
import { Ask, type Words } from '../admin-kit/ask.tsx';
import { TwoFactorTokenDialog } from './two-factor-token-dialog.tsx';
import { UserPulls } from '../sharing/admin/user-pulls.tsx';
import { choiceOf, givenOf, roleName, roleOptions, roleText } from './role-choice.ts';
import { UserStateBadge } from './user-words.tsx';

export function UserDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const user = useAsk(showUser, { id });
  return (
    <Drawer title={user.data?.username ?? 'User'} what="user" query={user} onClose={onClose}>
      {(found) => <User user={found} />}
    </Drawer>
  );
}

function User({ user }: { user: UserDetail }) {
  const me = useVisitor();
  const seesPulls = useMay(listPullsOfUser);
  const mayChange = useMay(changeUserRole);
  return (
    <div className="grid gap-8">
      <DetailList
        details={[
          ['E-mail', <Email key="email" user={user} />],
          ['ID', user.id],
          ['Name', user.fullName ?? '–'],
          ['Phone', user.phoneNumber ?? '–'],
          ['Country', user.country ?? '–'],
          ['Role', roleName(user)],
          ['State', <State key="state" user={user} />],
          ['Two-factor', twoFactorOf(user)],
          ['Joined', formatMoment(user.createdAt)],
        ]}
      />
      <Belongings user={user} />
      <SelfExclusion user={user} />
      {seesPulls && <UserPulls userId={user.id} />}
      <Sessions user={user} />
      {me?.id === user.id ? (
        <p className="text-small text-text-2">
          This is your own account. Another admin can change its role, lock it, or remove its second
          factor.
        </p>
      ) : (
        mayChange && user.erasedAt === null && <Account user={user} />
      )}
      <Timeline id={user.id} calls={TIMELINE} whose="This person" />
    </div>
  );
}

const TIMELINE = { shows: showUserTimeline, writes: writeUserNote, removes: removeUserNote };

function twoFactorOf({ twoFactorEnabled, awaitsTwoFactor }: UserDetail): string {
  if (twoFactorEnabled) return 'On';
  return awaitsTwoFactor ? 'Off: the role has no effect until it is on' : 'Off';
}

function Belongings({ user }: { user: UserDetail }) {
  const [isGiving, setGiving] = useState(false);
  const readsAuditLog = useMay(listAuditEntries);
  useBegins('give_credits', () => setGiving(user.erasedAt === null));
  return (
    <DrawerSection title="Belongings">
      <DetailList
        details={[
          ['Credits', `${formatCad(user.balance)}, ${formatCad(user.boughtCredits)} of it bought`],
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
        {readsAuditLog && (
          <>
            <Link to="/admin/audit" search={{ subject: user.id }} className="link hit-44">
              Activity on this account
            </Link>
            <Link to="/admin/audit" search={{ actor: user.id }} className="link hit-44">
              Activity by this user
            </Link>
          </>
        )}
      </p>
      {user.erasedAt === null && (
        <Button variant="secondary" className="mt-4" onClick={() => setGiving(true)}>
          Give credits
        </Button>
      )}
      {isGiving && <GiveCreditsDialog user={user} onClose={() => setGiving(false)} />}
    </DrawerSection>
  );
}

const LIKENESS_WORDS: Record<UserDetail['bars'][number]['why'], string> = {
  email: 'the same e-mail address in another spelling',
  card: 'the same card',
  home: 'the same last name and address',
};

/**
 * Says why the shop sells nothing to the user: the user is on a self-chosen break, or the account's data resembles that
 * of a self-excluded person.
 */
function SelfExclusion({ user }: { user: UserDetail }) {
  const [isAsking, setAsking] = useState(false);
  const mayLetThrough = useMay(letUserThrough);
  if (user.break === null && user.bars.length === 0) return null;
  const isQuestion = user.bars.some(
    ({ why, letThroughAt }) => why === 'home' && letThroughAt === null,
  );
  return (
    <DrawerSection title="Sold nothing">
      <ul className="grid gap-2 text-small">
        {user.break !== null && (
          <li>
            On a break ({BREAK_WORDS[user.break.kind]}),{' '}
            {user.break.endsAt === null ? 'for ever' : `until ${formatMoment(user.break.endsAt)}`}.
            Nobody can end it early.
          </li>
        )}
        {user.bars.map((bar) => (
          <li key={`${bar.excludedId} ${bar.why}`}>
            Looks like somebody excluded ({LIKENESS_WORDS[bar.why]}) since {formatMoment(bar.since)}
            . {bar.letThroughAt !== null && `Let through: ${bar.reason}`}
          </li>
        ))}
      </ul>
      {isQuestion && mayLetThrough && (
        <Button variant="secondary" className="mt-4" onClick={() => setAsking(true)}>
          Let through
        </Button>
      )}
      {isAsking && (
        <Ask
          endpoint={letUserThrough}
          sent={(reason) => ({ id: user.id, reason })}
          title="Is this somebody else?"
          text="They share last name and address with a person who excluded themselves. Let them through only if you know that they are somebody else."
          confirm="Let through"
          done="Let through"
          needsReason
          onClose={() => setAsking(false)}
        />
      )}
    </DrawerSection>
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
        <span className="text-text-2"> for {formatMoment(user.deletionDueAt)}</span>
      )}
    </>
  );
}

function Sessions({ user }: { user: UserDetail }) {
  const [isAsking, setAsking] = useState(false);
  const mayEnd = useMay(endUserSessions);
  return (
    <DrawerSection title="Signed in on">
      {user.sessions.length === 0 ? (
        <p className="text-small text-text-2">No active sessions</p>
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
          {mayEnd && (
            <Button variant="secondary" className="mt-4" onClick={() => setAsking(true)}>
              Sign out everywhere
            </Button>
          )}
        </>
      )}
      {isAsking && (
        <Ask
          endpoint={endUserSessions}
          sent={() => ({ id: user.id })}
          title="Sign this user out everywhere?"
          text="Every device asks for the password again. Nothing else changes."
          confirm="Sign out"
          done="Signed out everywhere"
          onClose={() => setAsking(false)}
        />
      )}
    </DrawerSection>
  );
}

/** The actions on an account. An action requires a reason if the account's owner will notice it. */
type Question = 'role' | 'lock' | 'unlock' | 'two-factor' | 'token';

const QUESTIONS: Record<Exclude<Question, 'role' | 'token'>, Words> = {
  lock: {
    title: 'Lock this account?',
    text: 'The user is signed out at once and can’t sign in. Their credits, packs and cards stay theirs.',
    confirm: 'Lock account',
    done: 'Account locked',
  },
  unlock: {
    title: 'Unlock this account?',
    text: 'The user can sign in again.',
    confirm: 'Unlock account',
    done: 'Account unlocked',
  },
  'two-factor': {
    title: 'Remove the second factor?',
    text: 'Do this only for users who have lost both their app and their codes, and whose identity you have checked. They are signed out everywhere, are notified by e-mail, and then need only their password.',
    confirm: 'Remove it',
    done: 'Second factor removed',
  },
};

function Account({ user }: { user: UserDetail }) {
  const [asked, setAsked] = useState<Question | null>(null);
  useBegins('lock', () => setAsked(user.lockedAt === null ? 'lock' : null));
  const staff = useAsk(showStaff, {});
  const [choice, setChoice] = useState(choiceOf(user));
  const options = roleOptions(staff.data?.roles ?? []);
  const chosen = options.find(({ value }) => value === choice)?.label ?? '';
  const words = (question: Exclude<Question, 'token'>): Words =>
    question === 'role'
      ? {
          title: `Change the role of ${user.username} to ${chosen}?`,
          text: roleText(choice, staff.data?.roles ?? []),
          confirm: 'Change role',
          done: 'Role changed',
        }
      : QUESTIONS[question];
  const { id } = user;
  const close = { onClose: () => setAsked(null) };
  return (
    <DrawerSection title="Account">
      <div className="grid gap-4">
        <div className="flex items-end gap-3">
          <Select
            label="Role"
            className="min-w-0 grow"
            value={choice}
            onChange={({ target }) => setChoice(target.value)}
            options={options}
          />
          <Button
            variant="secondary"
            disabled={choice === choiceOf(user)}
            onClick={() => setAsked('role')}
          >
            Change role
          </Button>
        </div>
        <AccountButtons user={user} onAsk={setAsked} />
      </div>
      {asked === 'role' && (
        <Ask
          {...words(asked)}
          {...close}
          endpoint={changeUserRole}
          sent={() => ({ id, ...givenOf(choice) })}
        />
      )}
      {asked === 'lock' && (
        <Ask
          {...words(asked)}
          {...close}
          endpoint={lockUser}
          sent={(reason) => ({ id, reason })}
          needsReason
        />
      )}
      {asked === 'unlock' && (
        <Ask
          {...words(asked)}
          {...close}
          endpoint={unlockUser}
          sent={(reason) => ({ id, reason })}
          needsReason
        />
      )}
      {asked === 'two-factor' && (
        <Ask {...words(asked)} {...close} endpoint={removeUserTwoFactor} sent={() => ({ id })} />
      )}
      {asked === 'token' && <TwoFactorTokenDialog user={user} {...close} />}
    </DrawerSection>
  );
}

function AccountButtons({ user, onAsk }: { user: UserDetail; onAsk: (what: Question) => void }) {
  const isLocked = user.lockedAt !== null;
  return (
    <div className="flex flex-wrap gap-3">
      {user.awaitsTwoFactor && (
        <Button variant="secondary" onClick={() => onAsk('token')}>
          Give set-up token
        </Button>
      )}
      {user.twoFactorEnabled && (
        <Button variant="secondary" onClick={() => onAsk('two-factor')}>
          Remove second factor
        </Button>
      )}
      <Button
        variant={isLocked ? 'secondary' : 'danger'}
        onClick={() => onAsk(isLocked ? 'unlock' : 'lock')}
      >
        {isLocked ? 'Unlock account' : 'Lock account'}
      </Button>
    </div>
  );
}
