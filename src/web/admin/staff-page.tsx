// The page about the people who work in the shop: what each may do, the roles made here, and invitations.
import {
  removeStaffRole,
  showStaff,
  withdrawInvitation,
  type StaffInvitation,
  type StaffPerson,
  type StaffRole,
} from '#contract/admin-staff.ts';
import { changeUserRole, endUserSessions } from '#contract/admin-users.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { Ask } from '../admin-kit/ask.tsx';
import { useAsk } from '../api/ask.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/count-of.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/moments.ts';
import { givenOf, rightsText, roleName } from './role-choice.ts';
import { ChangeRoleDialog, InviteDialog, StaffRoleDialog } from './staff-dialogs.tsx';
import { TwoFactorTokenDialog } from './two-factor-token-dialog.tsx';

export const screen = createLazyRoute('/admin/staff')({ component: StaffPage });

function StaffPage() {
  const staff = useAsk(showStaff, {});
  const [isInviting, setInviting] = useState(false);
  const [edited, setEdited] = useState<StaffRole | 'new' | null>(null);
  return (
    <AdminFrame title="Staff">
      <WhenLoaded list={staff} what="staff">
        {({ people, roles, invitations }) => (
          <div className="grid gap-10">
            <section aria-labelledby="people" className="grid gap-4">
              <Heading id="people" title="People">
                <Button size="small" className="hit-44" onClick={() => setInviting(true)}>
                  Invite somebody
                </Button>
              </Heading>
              <People people={people} roles={roles} />
            </section>
            {invitations.length > 0 && (
              <section aria-labelledby="invitations" className="grid gap-4">
                <Heading id="invitations" title="Invitations" />
                <Invitations invitations={invitations} />
              </section>
            )}
            <section aria-labelledby="roles" className="grid gap-4">
              <Heading id="roles" title="Roles made here">
                <Button
                  size="small"
                  variant="secondary"
                  className="hit-44"
                  onClick={() => setEdited('new')}
                >
                  New role
                </Button>
              </Heading>
              {roles.length === 0 ? (
                <p className="text-small text-text-2">
                  None yet. A role holds the rights of people who do a part of the work, such as
                  packing.
                </p>
              ) : (
                <Roles roles={roles} onEdit={setEdited} />
              )}
            </section>
            {isInviting && <InviteDialog roles={roles} onClose={() => setInviting(false)} />}
            {edited !== null && (
              <StaffRoleDialog
                role={edited === 'new' ? null : edited}
                onClose={() => setEdited(null)}
              />
            )}
          </div>
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

function Heading({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children?: React.ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      {children}
    </div>
  );
}

type Act = 'role' | 'sign out' | 'token' | 'remove';

function People({ people, roles }: { people: StaffPerson[]; roles: StaffRole[] }) {
  const [asked, setAsked] = useState<{ act: Act; person: StaffPerson } | null>(null);
  const onClose = () => setAsked(null);
  const acts = (person: StaffPerson) => (
    <PersonActs person={person} onAsk={(act) => setAsked({ act, person })} />
  );
  const columns: Column<StaffPerson>[] = [
    { name: 'who', head: 'Person', cell: (one) => <Person person={one} /> },
    { name: 'role', head: 'Role', cell: roleName },
    { name: 'rights', head: 'May do', cell: ({ rights }) => rightsText(rights) },
    { name: 'guard', head: 'Two-factor', cell: guardWords },
    { name: 'last', head: 'Last sign-in', cell: lastWords },
    { name: 'acts', head: <span className="sr-only">Actions</span>, align: 'right', cell: acts },
  ];
  return (
    <>
      <DataTable
        caption="People who work in the shop"
        columns={columns}
        rows={people}
        keyOf={({ id }) => id}
        card={(one) => (
          <div className="grid gap-2 text-small">
            <Person person={one} />
            <p className="text-text-2">
              {roleName(one)}: {rightsText(one.rights)}
            </p>
            <p className="text-text-2">
              Two-factor: {guardWords(one)} · Last sign-in: {lastWords(one)}
            </p>
            {acts(one)}
          </div>
        )}
      />
      {asked?.act === 'role' && (
        <ChangeRoleDialog person={asked.person} roles={roles} onClose={onClose} />
      )}
      {asked?.act === 'sign out' && (
        <Ask
          endpoint={endUserSessions}
          sent={() => ({ id: asked.person.id })}
          title={`Sign ${asked.person.email} out everywhere?`}
          text="Every device asks for the password again. Nothing else changes."
          confirm="Sign out"
          done="Signed out everywhere"
          onClose={onClose}
        />
      )}
      {asked?.act === 'remove' && (
        <Ask
          endpoint={changeUserRole}
          sent={() => ({ id: asked.person.id, ...givenOf('user') })}
          title={`Remove ${asked.person.email} from staff?`}
          text="They are signed out at once and can no longer open these pages. Their account as a shopper stays."
          confirm="Remove from staff"
          done="Removed from staff"
          onClose={onClose}
        />
      )}
      {asked?.act === 'token' && (
        <TwoFactorTokenDialog
          user={{ id: asked.person.id, username: asked.person.email }}
          onClose={onClose}
        />
      )}
    </>
  );
}

function Person({ person }: { person: StaffPerson }) {
  return (
    <span className="grid py-2">
      <Link
        to="/admin/users"
        search={{ id: person.id }}
        className="link hit-44 inline-block min-w-44 font-semibold break-all"
      >
        {person.email}
      </Link>
      {person.fullName !== null && <span className="text-text-2">{person.fullName}</span>}
      {person.isLocked && (
        <span>
          <Badge tone="warn">Locked</Badge>
        </span>
      )}
    </span>
  );
}

function guardWords({ twoFactorEnabled, awaitsTwoFactor }: StaffPerson): string {
  if (twoFactorEnabled) return 'On';
  return awaitsTwoFactor ? 'Off: the role has no effect yet' : 'Off';
}

function lastWords({ lastSignInAt, sessions }: StaffPerson): string {
  if (lastSignInAt === null) return 'Never';
  const open = sessions === 0 ? 'signed out' : countOf(sessions, 'session');
  return `${formatMoment(lastSignInAt)}, ${open}`;
}

/** The acts on a person. Nobody changes their own role. */
function PersonActs({ person, onAsk }: { person: StaffPerson; onAsk: (act: Act) => void }) {
  const me = useVisitor();
  const isMine = me?.id === person.id;
  const button = (act: Act, label: string) => (
    <Button size="small" variant="secondary" className="hit-44" onClick={() => onAsk(act)}>
      {label}
    </Button>
  );
  return (
    <span className="flex flex-wrap gap-2 py-2 xl:justify-end">
      {!isMine && button('role', 'Change role')}
      {!isMine && person.awaitsTwoFactor && button('token', 'Give set-up token')}
      {!isMine && person.sessions > 0 && button('sign out', 'Sign out')}
      {!isMine && button('remove', 'Remove from staff')}
    </span>
  );
}

function Invitations({ invitations }: { invitations: StaffInvitation[] }) {
  const [asked, setAsked] = useState<StaffInvitation | null>(null);
  return (
    <>
      <ul className="border-t border-line text-small">
        {invitations.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3"
          >
            <span className="grid min-w-0">
              <span className="font-semibold break-all">{one.email}</span>
              <span className="text-text-2">
                {roleName(one)}, invited by {one.invitedBy} on {formatMoment(one.invitedAt)}. It
                holds until {formatMoment(one.expiresAt)}.
              </span>
            </span>
            <Button
              size="small"
              variant="secondary"
              className="hit-44"
              onClick={() => setAsked(one)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <Ask
          endpoint={withdrawInvitation}
          sent={() => ({ id: asked.id })}
          title={`Withdraw the invitation of ${asked.email}?`}
          text="The link in the mail leads to nothing then. You can invite them again."
          confirm="Withdraw"
          done="Invitation withdrawn"
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Roles({ roles, onEdit }: { roles: StaffRole[]; onEdit: (role: StaffRole) => void }) {
  const [removed, setRemoved] = useState<StaffRole | null>(null);
  return (
    <>
      <ul className="border-t border-line text-small">
        {roles.map((role) => (
          <li
            key={role.id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3"
          >
            <span className="grid min-w-0">
              <span className="font-semibold break-words">{role.name}</span>
              <span className="text-text-2">
                {rightsText(role.rights)} ·{' '}
                {role.people === 0
                  ? 'nobody'
                  : role.people === 1
                    ? '1 person'
                    : `${role.people} people`}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              <Button
                size="small"
                variant="secondary"
                className="hit-44"
                aria-label={`Change ${role.name}`}
                onClick={() => onEdit(role)}
              >
                Change
              </Button>
              {role.people === 0 && (
                <Button
                  size="small"
                  variant="secondary"
                  className="hit-44"
                  aria-label={`Remove ${role.name}`}
                  onClick={() => setRemoved(role)}
                >
                  Remove
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {removed !== null && (
        <Ask
          endpoint={removeStaffRole}
          sent={() => ({ id: removed.id })}
          title={`Remove the role ${removed.name}?`}
          text="Nobody has it. You can make it again."
          confirm="Remove role"
          done="Role removed"
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}
