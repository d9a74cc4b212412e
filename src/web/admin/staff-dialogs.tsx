// Dialogs that invite somebody, change somebody's role, and make or change a role.
import {
  changeStaffRole,
  inviteStaff,
  makeStaffRole,
  type StaffPerson,
  type StaffRole,
} from '#contract/admin-staff.ts';
import { changeUserRole } from '#contract/admin-users.ts';
import { completeRights, STAFF_RIGHTS } from '#domain/access.ts';
import { useState, type FormEvent } from 'react';
import { Ask } from '../admin-kit/ask.tsx';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { choiceOf, givenOf, roleOptions, roleText } from './role-choice.ts';
import { RIGHT_WORDS } from './user-words.tsx';

export function InviteDialog({ roles, onClose }: { roles: StaffRole[]; onClose: () => void }) {
  const options = roleOptions(roles).filter(({ value }) => value !== 'user');
  const [email, setEmail] = useState('');
  const [choice, setChoice] = useState(roles[0]?.id ?? 'moderator');
  const invite = useDo(inviteStaff, {
    onSuccess: (invited) => {
      showToast(
        invited.isMailSent
          ? { kind: 'success', title: 'Invitation sent', text: invited.email }
          : {
              kind: 'information',
              title: 'Invitation stored, not sent',
              text: `This shop has no mail server. Tell ${invited.email} to sign in and open /invitation.`,
            },
      );
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { role, ...made } = givenOf(choice);
    if (role !== 'user') invite.mutate({ email, role, ...made });
  };
  return (
    <Dialog isOpen title="Invite somebody" onClose={onClose} canClose={!invite.isPending}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="E-mail"
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          hint="They get a mail, sign in or up with this address, and accept within seven days."
        />
        <Select
          label="Role"
          value={choice}
          onChange={({ target }) => setChoice(target.value)}
          options={options}
        />
        <p className="text-small text-text-2">{roleText(choice, roles)}</p>
        {invite.error && <Banner title="Nobody was invited">{messageOf(invite.error)}</Banner>}
        <Buttons label="Send invitation" busy={invite.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

export function ChangeRoleDialog({
  person,
  roles,
  onClose,
}: {
  person: StaffPerson;
  roles: StaffRole[];
  onClose: () => void;
}) {
  const [choice, setChoice] = useState(choiceOf(person));
  const [isSure, setSure] = useState(false);
  if (isSure) {
    return (
      <Ask
        endpoint={changeUserRole}
        sent={() => ({ id: person.id, ...givenOf(choice) })}
        title={`Change the role of ${person.email}?`}
        text={`${roleText(choice, roles)} If they lose a right, they are signed out at once.`}
        confirm="Change role"
        done="Role changed"
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog isOpen title={`Role of ${person.email}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSure(true);
        }}
        className="grid gap-4"
      >
        <Select
          label="Role"
          value={choice}
          onChange={({ target }) => setChoice(target.value)}
          options={roleOptions(roles)}
        />
        <p className="text-small text-text-2">{roleText(choice, roles)}</p>
        <Buttons
          label="Continue"
          busy={false}
          disabled={choice === choiceOf(person)}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Makes a role, or changes the given one. */
export function StaffRoleDialog({
  role,
  onClose,
}: {
  role: StaffRole | null;
  onClose: () => void;
}) {
  const [name, setName] = useState(role?.name ?? '');
  const [ticked, setTicked] = useState(STAFF_RIGHTS.filter((one) => role?.rights.includes(one)));
  const rights = completeRights(ticked);
  const done = {
    onSuccess: (saved: { name: string }) => {
      showToast({ kind: 'success', title: `${saved.name} saved` });
      onClose();
    },
  };
  const make = useDo(makeStaffRole, done);
  const change = useDo(changeStaffRole, done);
  const isPending = make.isPending || change.isPending;
  const error = make.error ?? change.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (role === null) make.mutate({ name, rights });
    else change.mutate({ id: role.id, name, rights });
  };
  const loses = role !== null && role.rights.some((one) => !rights.some((left) => left === one));
  return (
    <Dialog
      isOpen
      title={role === null ? 'New role' : `Change ${role.name}`}
      onClose={onClose}
      canClose={!isPending}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Name"
          autoComplete="off"
          maxLength={40}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className="grid gap-4">
          <legend className="mb-2 text-small font-[560]">May do</legend>
          {STAFF_RIGHTS.map((one) => (
            <Checkbox
              key={one}
              checked={rights.includes(one)}
              // A ticked right includes this one.
              disabled={rights.includes(one) && !ticked.includes(one)}
              onChange={({ target }) =>
                setTicked(
                  STAFF_RIGHTS.filter((it) => (it === one ? target.checked : ticked.includes(it))),
                )
              }
              label={
                <>
                  <span className="font-semibold">{RIGHT_WORDS[one].name}.</span>{' '}
                  <span className="text-text-2">{RIGHT_WORDS[one].text}</span>
                </>
              }
            />
          ))}
        </fieldset>
        {loses && (
          <p className="text-small text-text-2">
            Everybody with this role is signed out, because it loses a right.
          </p>
        )}
        {error && <Banner title="Not saved">{messageOf(error)}</Banner>}
        <Buttons label="Save role" busy={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

function Buttons({
  label,
  busy,
  disabled = false,
  onClose,
}: {
  label: string;
  busy: boolean;
  disabled?: boolean;
  onClose: () => void;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onClose} disabled={busy}>
        Cancel
      </Button>
      <Button type="submit" busy={busy} disabled={disabled}>
        {label}
      </Button>
    </div>
  );
}
