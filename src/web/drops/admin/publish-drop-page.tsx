// The third step of a new drop: the operator sets its times and whether staff may buy, and publishes it in the public
// log.
import { publishDrop, showAdminDrop } from '#contract/drops-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import { formatCad } from '#domain/money.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { NoDraft } from './drop-draft.tsx';
import { DropSteps } from './drop-steps.tsx';
import { countOf } from '../../ui/count-of.ts';

export const screen = createLazyRoute('/admin/drops/$dropId/publish')({
  component: PublishDropPage,
});

type Shown = Reply<typeof showAdminDrop>;

function PublishDropPage() {
  const { dropId } = screen.useParams();
  const asked = useAsk(showAdminDrop, { id: dropId }, { refetchInterval: LOOK_MS });
  const name = asked.data?.drop.packTypeName;
  return (
    <DropSteps title={name === undefined ? 'Publish drop' : `Publish a drop of ${name}`} at={3}>
      <WhenLoaded list={asked} what="drop">
        {(shown) =>
          shown.drop.state === 'draft' ? <PublishForm shown={shown} /> : <NoDraft shown={shown} />
        }
      </WhenLoaded>
    </DropSteps>
  );
}

/**
 * The page polls this often, because an obstacle to publishing may come or go while the operator watches: a buyer may
 * pay for a pack of the previous drop, or that drop's last sale may reach the log.
 */
const LOOK_MS = 2_000;

/** Lists what publishing makes final, and what happens to the previous drop. */
function Consequences({ shown: { drop, succeeds, asSold, isPractice } }: { shown: Shown }) {
  return (
    <ul className="mb-5 grid max-w-[64ch] list-disc gap-1 pl-5 text-small text-text-2">
      <li>
        The packs, their odds, these times and the price
        {asSold && ` of ${formatCad(asSold.price)}`} are fixed until the drop is over.
      </li>
      <li>The next public number puts the packs in order. From then on nobody can change it.</li>
      {succeeds !== null && (
        <li>
          Drop {succeeds.number} closes. Its remaining {countOf(succeeds.left, 'pack')} move to this
          one, which has {countOf(drop.packs, 'pack')} of its own.
        </li>
      )}
      {isPractice && (
        <li>
          Practice: this shop makes the public number itself, which proves nothing about the order.
        </li>
      )}
    </ul>
  );
}

/** Returns why this drop can't take over the remaining packs of the previous drop at the moment. Null if it can. */
function obstacleOf({ succeeds }: Shown, before: Shown | undefined): string | null {
  if (succeeds === null || before === undefined) return null;
  const { carriesFrom, beingPaid, unsealed, drop } = before;
  if (drop.sold === 0) {
    return `Nothing from drop ${drop.number} has been sold yet, so its packs can’t be carried over. Close it first, or wait.`;
  }
  if (carriesFrom > new Date()) {
    return `Packs of drop ${drop.number} can be carried over from ${formatMoment(carriesFrom)}.`;
  }
  if (beingPaid > 0) {
    return `Somebody is paying for a pack from drop ${drop.number}. Pause that drop, and publish this one once the payment is done.`;
  }
  return unsealed > 0
    ? 'The last sale is still being written to the log. This takes a moment.'
    : null;
}

function PublishForm({ shown }: { shown: Shown }) {
  const { drop, succeeds } = shown;
  const navigate = useNavigate();
  const before = useAsk(showAdminDrop, succeeds && { id: succeeds.id }, {
    refetchInterval: LOOK_MS,
  });
  const publish = useDo(publishDrop);
  const [when, setWhen] = useState<'soon' | 'at'>('soon');
  const [opensAt, setOpensAt] = useState(() => localText(drop.opensAt));
  const [closesBy, setClosesBy] = useState(() => localText(drop.closesBy));
  const [opensItself, setOpensItself] = useState(true);
  const [staffMayBuy, setStaffMayBuy] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const opens = when === 'at' ? opensAt : null;
  const problems = problemsOf(opens, closesBy);
  const obstacle = obstacleOf(shown, before.data);
  const submit = () => {
    setChecked(true);
    if (problems.opensAt || problems.closesBy || obstacle !== null || publish.isPending) return;
    publish.mutate(
      {
        id: drop.id,
        ...(opens === null ? { opensSoon: true } : { opensAt: new Date(opens) }),
        closesBy: new Date(closesBy),
        staffMayBuy,
        opensItself: opens === null || opensItself,
        ...(succeeds && { succeeds: succeeds.id }),
      },
      {
        onSuccess: ({ number }) => {
          showToast({ kind: 'success', title: `Drop ${number} is published` });
          void navigate({ to: '/admin/drops/$dropId', params: { dropId: drop.id } });
        },
      },
    );
  };
  return (
    <Panel title="Times, and who may buy">
      <Consequences shown={shown} />
      <form
        noValidate
        aria-label="Publish"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid gap-5"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            label="Opens"
            value={when}
            onChange={({ target }) => setWhen(target.value === 'at' ? 'at' : 'soon')}
            options={[
              { value: 'soon', label: 'As soon as its order is set' },
              { value: 'at', label: 'At a set time' },
            ]}
          />
          {when === 'at' && (
            <Field
              label="Opening time"
              type="datetime-local"
              value={opensAt}
              onChange={({ target }) => setOpensAt(target.value)}
              error={isChecked ? problems.opensAt : undefined}
            />
          )}
          <Field
            label="Closes by"
            type="datetime-local"
            value={closesBy}
            onChange={({ target }) => setClosesBy(target.value)}
            hint="It ends at this time unless you close it earlier."
            error={isChecked ? problems.closesBy : undefined}
          />
        </div>
        {when === 'at' && (
          <Checkbox
            label="Open it automatically at that time"
            checked={opensItself}
            onChange={({ target }) => setOpensItself(target.checked)}
          />
        )}
        <Checkbox
          label="Let staff accounts buy from it"
          checked={staffMayBuy}
          onChange={({ target }) => setStaffMayBuy(target.checked)}
        />
        {obstacle !== null && <Banner tone="warn">{obstacle}</Banner>}
        {publish.error && <Banner title="Not published">{messageOf(publish.error)}</Banner>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={publish.isPending} unready={obstacle !== null}>
            {succeeds === null ? 'Publish' : `Close drop ${succeeds.number} and publish`}
          </Button>
          <Link
            to="/admin/drops/$dropId"
            params={{ dropId: drop.id }}
            className={buttonClass({ variant: 'secondary' })}
          >
            Back
          </Link>
        </div>
      </form>
    </Panel>
  );
}

/** Returns the errors in the times. `opens` is null if the drop opens immediately. */
function problemsOf(opens: string | null, closesBy: string) {
  const from = opens === null ? new Date() : new Date(opens);
  return {
    opensAt: Number.isNaN(from.getTime()) ? 'Enter a date and a time' : undefined,
    closesBy: new Date(closesBy) > from ? undefined : 'It has to close after it opens',
  };
}

/** Formats a time for a date and time field, in the operator's time zone. */
function localText(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
