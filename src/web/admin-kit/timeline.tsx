// The part of a drawer that lists what happened to an order, a person, a parcel or a card, with a form for notes.
import type {
  removeOrderNote,
  showOrderTimeline,
  TimelineEntry,
  writeOrderNote,
} from '#contract/admin-timeline.ts';
import type { Right } from '#domain/access.ts';
import { NOTE_LENGTH_MAX, type TimelineEvent } from '#domain/timeline.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Banner } from '../ui/states.tsx';
import { wordsOf } from '../ui/words-of.ts';
import { DrawerSection } from './drawer.tsx';

type OfAnyRight<One> = Omit<One, 'audience'> & { audience: Right };

/** The three calls of a timeline. All four kinds of timelines have calls of the same form. */
type Calls = {
  shows: OfAnyRight<typeof showOrderTimeline>;
  writes: OfAnyRight<typeof writeOrderNote>;
  removes: OfAnyRight<typeof removeOrderNote>;
};

const EVENT_WORDS: Record<Exclude<TimelineEvent, 'act'>, string> = {
  note: 'Note',
  signed_up: 'Signed up',
  ordered: 'Ordered',
  paid: 'Paid',
  packs_opened: 'Opened',
  packs_returned: 'Returned unopened',
  return_asked: 'Asked to return packs',
  refund_begun: 'Refund begun',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  payment_disputed: 'The bank disputes the payment',
  dispute_decided: 'The bank decided the dispute',
  parcel_requested: 'Asked for a parcel',
  cards_added: 'Added to the parcel',
  packed: 'Packed',
  cancelled: 'Cancelled',
  parcel_lost: 'Parcel booked as lost',
  opened: 'Pack opened',
  bought: 'Bought as a single',
  shipment_begun: 'Held for a shipment that was not paid for',
  shipment_requested: 'Shipment requested',
  shipment_cancelled: 'Shipment cancelled',
  shipped: 'Shipped',
  delivered: 'Delivered',
  expired: 'Locked: its thirty days were over',
  released: 'Released for thirty more days',
  sold: 'Sold back',
  converted: 'Converted to credits',
  disputed: 'Locked: its payment is disputed',
  reclaimed: 'Taken back: its payment was refunded or lost',
  lost: 'Booked as a loss',
  returned: 'Returned to the shop',
};

const COUNTED: Partial<Record<TimelineEvent, string>> = {
  packs_opened: 'pack',
  packs_returned: 'pack',
  cards_added: 'card',
};

export function Timeline({ id, calls, whose }: { id: string; calls: Calls; whose: string }) {
  const timeline = useAsk(calls.shows, { id });
  return (
    <DrawerSection title="What happened">
      <NoteForm id={id} writes={calls.writes} whose={whose} />
      <WhenLoaded list={timeline} what="timeline">
        {({ entries }) => (
          <ol className="mt-5 grid gap-3 text-small">
            {entries.map((entry) => (
              <li
                key={
                  entry.noteId ??
                  `${entry.event} ${entry.at.getTime()} ${entry.action} ${entry.orderId} ${entry.shipmentId}`
                }
                className="grid gap-0.5"
              >
                <Entry id={id} entry={entry} removes={calls.removes} />
              </li>
            ))}
          </ol>
        )}
      </WhenLoaded>
    </DrawerSection>
  );
}

function whatOf({ event, action, amount, count }: TimelineEntry): string {
  const words = event === 'act' ? wordsOf(action ?? '') : EVENT_WORDS[event];
  const noun = COUNTED[event];
  return [
    words,
    noun !== undefined && count !== null && `${count} ${noun}${count === 1 ? '' : 's'}`,
    amount !== null && formatCad(amount),
  ]
    .filter(Boolean)
    .join(' ');
}

function Entry({
  id,
  entry,
  removes,
}: {
  id: string;
  entry: TimelineEntry;
  removes: Calls['removes'];
}) {
  const { at, by, text, orderId, shipmentId, noteId } = entry;
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="font-[560]">{whatOf(entry)}</span>
        <span className="text-text-2">{formatMoment(at)}</span>
      </span>
      {text !== null && <span className="break-words whitespace-pre-line">{text}</span>}
      {by !== null && <span className="break-all text-text-2">By {by}</span>}
      {orderId !== null && (
        <Link
          to="/admin/orders"
          search={{ id: orderId }}
          className="link hit-44 justify-self-start"
        >
          Order {orderId.slice(0, 8)}
        </Link>
      )}
      {shipmentId !== null && (
        <Link
          to="/admin/shipping"
          search={{ id: shipmentId }}
          className="link hit-44 justify-self-start"
        >
          Shipment {shipmentId.slice(0, 8)}
        </Link>
      )}
      {noteId !== null && <RemoveNote id={id} noteId={noteId} removes={removes} />}
    </>
  );
}

function RemoveNote({
  id,
  noteId,
  removes,
}: {
  id: string;
  noteId: string;
  removes: Calls['removes'];
}) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDo(removes, { untilFresh: true });
  if (!isAsking) {
    return (
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="link hit-44 justify-self-start"
      >
        Remove note
      </button>
    );
  }
  return (
    <span className="grid gap-2 py-2">
      <span>Remove this note for good? The audit log keeps that you did, not what it said.</span>
      {remove.error && <Banner title="Nothing was removed">{messageOf(remove.error)}</Banner>}
      <span className="flex flex-wrap gap-3">
        <Button
          variant="danger"
          busy={remove.isPending}
          onClick={() => remove.mutate({ id, noteId })}
        >
          Remove note
        </Button>
        <Button autoFocus variant="secondary" onClick={() => setAsking(false)}>
          Keep note
        </Button>
      </span>
    </span>
  );
}

function NoteForm({ id, writes, whose }: { id: string; writes: Calls['writes']; whose: string }) {
  const fieldId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const write = useDo(writes, { untilFresh: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() === '') {
      field.current?.focus();
      return setMissing(true);
    }
    if (!write.isPending) write.mutate({ id, text }, { onSuccess: () => setText('') });
  };
  return (
    <form noValidate aria-label="Write a note" onSubmit={submit} className="grid gap-2">
      <label htmlFor={fieldId} className="text-small font-[560]">
        Note
      </label>
      <textarea
        ref={field}
        id={fieldId}
        rows={2}
        maxLength={NOTE_LENGTH_MAX}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setMissing(false);
        }}
        aria-invalid={isMissing || undefined}
        aria-describedby={`${fieldId}-message`}
        className="block w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-input text-text aria-invalid:border-2 aria-invalid:border-danger"
      />
      <p
        id={`${fieldId}-message`}
        className={isMissing ? 'text-small text-danger' : 'text-small text-text-3'}
      >
        {isMissing
          ? 'Write the note first'
          : `For operators. ${whose} can read it in the export of their data.`}
      </p>
      {write.error && <Banner title="The note was not saved">{messageOf(write.error)}</Banner>}
      <Button
        type="submit"
        variant="secondary"
        busy={write.isPending}
        className="justify-self-start"
      >
        Add note
      </Button>
    </form>
  );
}
