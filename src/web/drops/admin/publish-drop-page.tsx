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
 * The interval at which the page polls. An obstacle to publishing may appear or disappear while the operator watches: a
 * buyer may pay for a pack of the previous drop, or the last sale of that drop may reach the log.
 */
const LOOK_MS = 2_000;

/** Lists what can't be changed after publishing, and what happens to the previous drop. */
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

/** Returns the reason why this drop can't take over the previous drop's remaining packs now. Null if it can. */
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

/** The times as the operator has typed them, in their time zone. */
type Times = {
  published: 'now' | 'at';
  publishesAt: string;
  opens: 'soon' | 'at';
  opensAt: string;
  closesBy: string;
};

function timesOf({ publishesAt, opensAt, closesBy }: Shown['drop']): Times {
  return {
    published: publishesAt ? 'at' : 'now',
    publishesAt: localText(publishesAt ?? opensAt),
    opens: 'soon',
    opensAt: localText(opensAt),
    closesBy: localText(closesBy),
  };
}

function PublishForm({ shown }: { shown: Shown }) {
  const { drop, succeeds } = shown;
  const navigate = useNavigate();
  const before = useAsk(showAdminDrop, succeeds && { id: succeeds.id }, {
    refetchInterval: LOOK_MS,
  });
  const publish = useDo(publishDrop);
  const [times, setTimes] = useState(() => timesOf(drop));
  const [opensItself, setOpensItself] = useState(true);
  const [staffMayBuy, setStaffMayBuy] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const opens = times.opens === 'at' ? times.opensAt : null;
  const night = times.published === 'at' ? times.publishesAt : null;
  const problems = problemsOf(opens, times.closesBy, night);
  const obstacle = obstacleOf(shown, before.data);
  const submit = () => {
    setChecked(true);
    if (Object.values(problems).some(Boolean) || obstacle !== null || publish.isPending) return;
    publish.mutate(
      {
        id: drop.id,
        ...(night !== null && { publishesAt: new Date(night) }),
        ...(opens === null ? { opensSoon: true } : { opensAt: new Date(opens) }),
        closesBy: new Date(times.closesBy),
        staffMayBuy,
        opensItself: opens === null || opensItself,
        ...(succeeds && { succeeds: succeeds.id }),
      },
      {
        onSuccess: ({ number }) => {
          const title = number === null ? 'Drop night announced' : `Drop ${number} is published`;
          showToast({ kind: 'success', title });
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
        <TimeFields
          times={times}
          hasNight={succeeds === null}
          problems={isChecked ? problems : {}}
          onChange={(changed) => setTimes({ ...times, ...changed })}
        />
        {opens !== null && (
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
            {succeeds === null
              ? night === null
                ? 'Publish'
                : 'Announce'
              : `Close drop ${succeeds.number} and publish`}
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

type TimeFieldsProps = {
  times: Times;
  /** Whether the drop can be published on a drop night. */
  hasNight: boolean;
  problems: Partial<ReturnType<typeof problemsOf>>;
  onChange: (changed: Partial<Times>) => void;
};

function TimeFields({ times, hasNight, problems, onChange }: TimeFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {hasNight && (
        <Select
          label="Published"
          value={times.published}
          onChange={({ target }) => onChange({ published: target.value === 'at' ? 'at' : 'now' })}
          options={[
            { value: 'now', label: 'Now' },
            { value: 'at', label: 'On a drop night: at a set time, by itself' },
          ]}
        />
      )}
      {times.published === 'at' && (
        <Field
          label="Drop night"
          type="datetime-local"
          value={times.publishesAt}
          onChange={({ target }) => onChange({ publishesAt: target.value })}
          hint="Its page tells everybody. The public number comes about a minute later."
          error={problems.publishesAt}
        />
      )}
      <Select
        label="Opens"
        value={times.opens}
        onChange={({ target }) => onChange({ opens: target.value === 'at' ? 'at' : 'soon' })}
        options={[
          { value: 'soon', label: 'As soon as its order is set' },
          { value: 'at', label: 'At a set time' },
        ]}
      />
      {times.opens === 'at' && (
        <Field
          label="Opening time"
          type="datetime-local"
          value={times.opensAt}
          onChange={({ target }) => onChange({ opensAt: target.value })}
          error={problems.opensAt}
        />
      )}
      <Field
        label="Closes by"
        type="datetime-local"
        value={times.closesBy}
        onChange={({ target }) => onChange({ closesBy: target.value })}
        hint="It ends at this time unless you close it earlier."
        error={problems.closesBy}
      />
    </div>
  );
}

/**
 * Returns the errors in the times. If `opens` is null, the drop opens as soon as it can. If `night` is null, the drop
 * is published now.
 */
function problemsOf(opens: string | null, closesBy: string, night: string | null) {
  const published = night === null ? new Date() : new Date(night);
  const from = opens === null ? published : new Date(opens);
  return {
    publishesAt: published >= new Date() || night === null ? undefined : 'Enter a time to come',
    opensAt: Number.isNaN(from.getTime()) ? 'Enter a date and a time' : undefined,
    closesBy: new Date(closesBy) > from ? undefined : 'It has to close after it opens',
  };
}

/** Formats a time for an input field with date and time, in the operator's time zone. */
function localText(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
