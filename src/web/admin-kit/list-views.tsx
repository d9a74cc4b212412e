// The named views of an operators' list: a field to choose one, and a panel to save what is shown and to remove views.
import { listViews, removeListView, saveListView, type ListView } from '#contract/admin-views.ts';
import type { ListName } from '#domain/staff-lists.ts';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import type { StaffListAddress } from './use-staff-list.ts';

const sorted = (address: object) =>
  JSON.stringify(Object.entries(address).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Converts search parameters to texts, so that a view's parameters can be compared with the page's. */
const asTexts = (address: object) =>
  Object.fromEntries(Object.entries(address).map(([name, value]) => [name, String(value)]));

export function ListViews({ list }: { list: StaffListAddress }) {
  const { name } = list;
  const { data: views = [] } = useAsk(listViews, { list: name });
  const [isOpen, setOpen] = useState(false);
  const shown = asTexts(list.shown);
  const current = views.find(({ address }) => sorted(address) === sorted(shown));
  return (
    <>
      {views.length > 0 && (
        <Select
          label="View"
          labelAt="left"
          options={[
            { value: '', label: 'None' },
            ...views.map((view) => ({
              value: view.id,
              label: view.isForAll ? `${view.name} (all staff)` : view.name,
            })),
          ]}
          value={current?.id ?? ''}
          onChange={({ target }) =>
            list.go(views.find(({ id }) => id === target.value)?.address ?? {})
          }
        />
      )}
      <Button variant="secondary" size="small" className="hit-44" onClick={() => setOpen(true)}>
        Views
      </Button>
      {isOpen && (
        <Dialog isOpen title="Views" width={460} onClose={() => setOpen(false)}>
          <SaveView list={name} address={shown} onSaved={() => setOpen(false)} />
          {views.length > 0 && (
            <Views
              views={views}
              current={current}
              onApply={(view) => {
                list.go(view.address);
                setOpen(false);
              }}
            />
          )}
        </Dialog>
      )}
    </>
  );
}

function SaveView({
  list,
  address,
  onSaved,
}: {
  list: ListName;
  address: Record<string, string>;
  onSaved: () => void;
}) {
  const save = useDo(saveListView, { untilFresh: true });
  const [name, setName] = useState('');
  const [isForAll, setForAll] = useState(false);
  const [isMissing, setMissing] = useState(false);
  // A search text may be a person's name, so a view that all operators share does not store it.
  const { search, ...withoutSearch } = address;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return setMissing(true);
        save.mutate(
          { list, name, isForAll, address: isForAll ? withoutSearch : address },
          {
            onSuccess: () => {
              showToast({ kind: 'success', title: 'View saved' });
              onSaved();
            },
          },
        );
      }}
    >
      <Field
        label="Name of the view"
        hint="It keeps the filters, the columns and the order of the list. A view with this name is replaced"
        maxLength={60}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setMissing(false);
        }}
        error={isMissing ? 'Name is required' : undefined}
      />
      <Checkbox
        label="For all staff who see this list"
        checked={isForAll}
        onChange={() => setForAll(!isForAll)}
      />
      {isForAll && search !== undefined && (
        <p className="text-small text-text-2">
          The text in the search field is not saved: others would read it.
        </p>
      )}
      {save.error && <Banner>{messageOf(save.error)}</Banner>}
      <Button type="submit" busy={save.isPending}>
        Save what is shown
      </Button>
    </form>
  );
}

function Views({
  views,
  current,
  onApply,
}: {
  views: ListView[];
  current: ListView | undefined;
  onApply: (view: ListView) => void;
}) {
  const remove = useDo(removeListView, {
    onError: (error) =>
      showToast({ kind: 'error', title: 'Nothing was removed', text: messageOf(error) }),
  });
  return (
    <ul aria-label="Saved views" className="mt-6 border-t border-line">
      {views.map((view) => (
        <li
          key={view.id}
          className="flex items-center justify-between gap-3 border-b border-line py-2"
        >
          <button
            type="button"
            aria-current={view === current || undefined}
            onClick={() => onApply(view)}
            className="link hit-44 min-w-0 text-left break-words"
          >
            {view.name}
            {view.isForAll && <span className="text-text-2"> (all staff)</span>}
          </button>
          <Button
            variant="ghost"
            size="small"
            className="hit-44"
            aria-label={`Remove ${view.name}`}
            onClick={() => remove.mutate({ id: view.id })}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
