// Shows name, phone number and address as text. A button opens the form in which the user edits them.
import type { User } from '#contract/profile.ts';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { useCountries } from '../accounts/use-countries.ts';
import { Button } from '../ui/button.tsx';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { detailsDraft } from './details-draft.ts';

const PersonalDetailsForm = lazy(async () => ({
  default: (await import('./personal-details-form.tsx')).PersonalDetailsForm,
}));

export function PersonalDetails({ user }: { user: User }) {
  const [isEditing, setEditing] = useState(() => detailsDraft.recall(user.id) !== null);
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    // Waits until the edit button is rendered again, and then gives it the focus, so that keyboard users continue
    // there.
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <FoldingPanel
      title="Personal details"
      staysOpen={isEditing}
      aside={
        !isEditing && (
          <Button ref={edit} variant="secondary" size="small" onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> personal details</span>
          </Button>
        )
      }
    >
      {isEditing ? (
        <Suspense>
          <PersonalDetailsForm user={user} onDone={close} />
        </Suspense>
      ) : (
        <dl className="grid gap-4 text-small sm:grid-cols-2">
          <Detail name="Full name">{user.fullName}</Detail>
          <Detail name="Username">{user.username}</Detail>
          <Detail name="Phone number">{user.phoneNumber}</Detail>
          <Detail name="Address">
            {user.addressLine1 === null ? null : <Address user={user} />}
          </Detail>
        </dl>
      )}
    </FoldingPanel>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-text-2">{name}</dt>
      <dd className="font-[560] wrap-anywhere">
        {children ?? <span className="font-normal text-text-3">Not given</span>}
      </dd>
    </div>
  );
}

function Address({ user }: { user: User }) {
  const country = user.country ?? '';
  const countries = useCountries(country);
  return (
    <address className="not-italic">
      {user.addressLine1}
      <br />
      {[user.city, user.state, user.zipCode].filter(Boolean).join(', ')}
      <br />
      {countries.find(({ value }) => value === country)?.label}
    </address>
  );
}
