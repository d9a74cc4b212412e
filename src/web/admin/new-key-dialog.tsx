// The dialog that makes an API key, and then shows the key. The shop itself can't show it again.
import { makeApiKey } from '#contract/admin-keys.ts';
import { RIGHTS } from '#domain/access.ts';
import { useState } from 'react';
import { FormField } from '../admin-kit/form-field.tsx';
import { useDo } from '../api/do.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { endOfDay, fieldDay, formatDay } from '../ui/moments.ts';
import { Select } from '../ui/select.tsx';
import { ShownOnceDialog } from '../ui/shown-once-dialog.tsx';
import { Banner } from '../ui/states.tsx';
import { ACCESS_OPTIONS, NO_ACCESS, rightsOfAccess } from './key-rights.ts';
import { RIGHT_WORDS } from './user-words.tsx';

type Made = { name: string; key: string; endsAt: Date };

const LASTS_MONTHS = 12;

/** The last day of a key, if the operator chooses no other one. */
function usualLastDay(): string {
  const day = new Date();
  day.setMonth(day.getMonth() + LASTS_MONTHS);
  return fieldDay(day);
}

function useNewKey(onMade: (made: Made) => void) {
  const make = useDo(makeApiKey, { retry: false });
  return useEndpointForm(makeApiKey, {
    start: { name: '', access: NO_ACCESS, lastDay: usualLastDay(), networks: '' },
    checks: 'left',
    requestOf: ({ name, access, lastDay, networks }) => ({
      name,
      rights: rightsOfAccess(access),
      ...(lastDay !== '' && { endsAt: endOfDay(lastDay).toISOString() }),
      networks: networks.split(/[\s,]+/).filter(Boolean),
    }),
    // A message about the end is the field's, and one about a single network is that of the field with all of them.
    fieldOf: ([name = '']) => [name === 'endsAt' ? 'lastDay' : name],
    send: async (asked) => onMade(await make.mutateAsync(asked)),
  });
}

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const form = useNewKey(setMade);
  const { isSubmitting } = form.formState;
  if (made !== null) {
    return (
      <ShownOnceDialog title={made.name} secret={made.key} copied="Key copied" onClose={onClose}>
        Copy the key now and keep it as secret as a password: it is shown only this once. It works
        until {formatDay(made.endsAt)}.
      </ShownOnceDialog>
    );
  }
  return (
    <Dialog isOpen title="New API key" onClose={onClose} canClose={!isSubmitting}>
      <form noValidate onSubmit={form.submit} className="grid gap-4">
        <FormField
          form={form}
          name="name"
          label="Name"
          hint="What the program does. The audit log shows it."
          maxLength={40}
        />
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-2 text-small text-text-2">
            What it may do. It never pays money out, and never changes roles, people’s sign-in or
            keys.
          </legend>
          {RIGHTS.map((right) => (
            <Select
              key={right}
              {...form.register(`access.${right}`)}
              label={RIGHT_WORDS[right].name}
              options={ACCESS_OPTIONS}
            />
          ))}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="lastDay" label="Last day" type="date" />
          <FormField
            form={form}
            name="networks"
            label="Networks"
            hint="Such as 203.0.113.0/24; empty for everywhere"
          />
        </div>
        {form.problem && <Banner title="No key was made">{form.problem.message}</Banner>}
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting}>
            Make key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
