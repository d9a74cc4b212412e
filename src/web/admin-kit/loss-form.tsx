// The form in which an admin books a card or a parcel as a loss, and chooses how its owner is compensated.
import {
  bookCardLoss,
  bookParcelLoss,
  quoteCardLoss,
  quoteParcelLoss,
  type LossQuote,
} from '#contract/shipping-losses.ts';
import { CARD_FAULTS, LOSS_WORDS, type CardFault, type LossMethod } from '#domain/loss.ts';
import { formatCad } from '#domain/money.ts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Banner, Loading } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

type LossProps = { id: string; onClose: () => void };

const BOOKED = {
  onSuccess: ({ total }: LossQuote) =>
    showToast({ kind: 'success', title: 'Loss booked', text: formatCad(total) }),
};

/**
 * From the press of the button on, no quote is requested, because a booked loss has no quote any more. If the booking
 * fails, quotes are requested again.
 */
const quoteOptions = ({ isIdle, isError }: { isIdle: boolean; isError: boolean }) => ({
  keepsPrevious: true as const,
  enabled: isIdle || isError,
});

export function CardLossForm({ id, onClose }: LossProps) {
  const [foundOn, setFoundOn] = useState('');
  const [reason, setReason] = useState<CardFault>('missing');
  const book = useDo(bookCardLoss, BOOKED);
  const quote = useAsk(quoteCardLoss, { id, ...dayOf(foundOn) }, quoteOptions(book));
  return (
    <LossForm
      label="Book this card as a loss"
      quote={quote.data}
      error={book.error ?? quote.error}
      busy={book.isPending}
      foundOn={foundOn}
      onFoundOn={setFoundOn}
      onSubmit={(way) => book.mutate({ id, reason, ...dayOf(foundOn), ...way })}
      onCancel={onClose}
    >
      <Select
        label="What happened"
        value={reason}
        onChange={({ target }) => setReason(target.value as CardFault)}
        options={CARD_FAULTS.map((fault) => ({
          value: fault,
          label: `The card is ${LOSS_WORDS[fault]}`,
        }))}
      />
    </LossForm>
  );
}

export function ParcelLossForm({ id, onClose }: LossProps) {
  const [foundOn, setFoundOn] = useState('');
  const book = useDo(bookParcelLoss, BOOKED);
  const quote = useAsk(quoteParcelLoss, { id, ...dayOf(foundOn) }, quoteOptions(book));
  return (
    <LossForm
      label="Book this parcel as lost"
      quote={quote.data}
      error={book.error ?? quote.error}
      busy={book.isPending}
      foundOn={foundOn}
      onFoundOn={setFoundOn}
      onSubmit={(way) => {
        // A lost parcel's cards can't be replaced by copies, so its quote offers none.
        if (way.method !== 'replacement') book.mutate({ id, ...dayOf(foundOn), ...way });
      }}
      onCancel={onClose}
    />
  );
}

const dayOf = (foundOn: string) => (foundOn === '' ? {} : { foundOn });

type Way = { amount: LossQuote['total'] } & (
  | { method: 'credits' }
  | { method: 'transfer'; reference: string }
  | { method: 'replacement'; replacementId: string }
);

type LossFormProps = {
  label: string;
  quote: LossQuote | undefined;
  error: Error | null;
  busy: boolean;
  foundOn: string;
  onFoundOn: (day: string) => void;
  onSubmit: (way: Way) => void;
  onCancel: () => void;
  children?: ReactNode;
};

function LossForm({
  label,
  quote,
  error,
  busy,
  foundOn,
  onFoundOn,
  onSubmit,
  onCancel,
  children,
}: LossFormProps) {
  const [method, setMethod] = useState<LossMethod>('credits');
  const [reference, setReference] = useState('');
  const copies = quote?.replacements ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const replacementId = copies.find(({ id }) => id === chosen)?.id ?? copies[0]?.id;
  const [isChecked, setChecked] = useState(false);
  const misses = method === 'transfer' && reference.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (misses || busy || quote === undefined) return;
    const amount = quote.total;
    if (method === 'transfer') onSubmit({ method, amount, reference: reference.trim() });
    else if (method === 'credits') onSubmit({ method, amount });
    else if (replacementId !== undefined) onSubmit({ method, amount, replacementId });
  };
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={submit}
      className="grid gap-4 rounded-card border border-line p-4"
    >
      <p className="text-small text-text-2">
        The owner gets the whole market value of each card: the higher of the day it was asked for
        and the day it was found out. They get a mail. This can&apos;t be undone.
      </p>
      {children}
      <Field
        type="date"
        label="Found out on (empty: today)"
        value={foundOn}
        onChange={({ target }) => onFoundOn(target.value)}
      />
      {quote === undefined ? (
        error === null && <Loading text="Loading what the owner gets..." />
      ) : (
        <Amounts quote={quote} />
      )}
      <MethodFields
        method={method}
        onMethod={setMethod}
        reference={reference}
        onReference={setReference}
        error={isChecked && misses ? 'Reference is required' : undefined}
        hasCopies={copies.length > 0}
      />
      {method === 'replacement' && (
        <Copies copies={copies} chosen={replacementId ?? ''} onChoose={setChosen} />
      )}
      {error && <Banner title="Nothing was booked">{messageOf(error)}</Banner>}
      <LossButtons busy={busy} isReady={quote !== undefined} onCancel={onCancel} />
    </form>
  );
}

type MethodFieldsProps = {
  method: LossMethod;
  onMethod: (method: LossMethod) => void;
  reference: string;
  onReference: (reference: string) => void;
  error: string | undefined;
  /** Whether a copy of the lost card is on the shelf. */
  hasCopies: boolean;
};

/** Asks how the owner is paid. For a bank transfer, also asks for the reference of the transfer. */
function MethodFields({
  method,
  onMethod,
  reference,
  onReference,
  error,
  hasCopies,
}: MethodFieldsProps) {
  return (
    <>
      <Select
        label="Paid"
        value={method}
        onChange={({ target }) => onMethod(target.value as LossMethod)}
        options={[
          { value: 'credits', label: 'As credits' },
          { value: 'transfer', label: 'By bank transfer' },
          ...(hasCopies
            ? [{ value: 'replacement', label: 'With a like card from the shelf' }]
            : []),
        ]}
      />
      {method === 'transfer' && (
        <Field
          label="Reference of the transfer"
          value={reference}
          maxLength={100}
          onChange={({ target }) => onReference(target.value)}
          error={error}
        />
      )}
    </>
  );
}

type CopiesProps = {
  copies: LossQuote['replacements'];
  chosen: string;
  onChoose: (id: string) => void;
};

/** Asks which copy replaces the card. */
function Copies({ copies, chosen, onChoose }: CopiesProps) {
  return (
    <>
      <p className="text-small text-text-2">
        Only if its owner agrees. The copy has the same printing and condition, and lies in their
        cards at once. It is booked at what you paid for it.
      </p>
      <Select
        label="Copy"
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
        options={copies.map(({ id, cardNumber, shelf, paid }) => ({
          value: id,
          label: `${cardNumber}, shelf ${shelf}, paid ${formatCad(paid)}`,
        }))}
      />
    </>
  );
}

type LossButtonsProps = { busy: boolean; isReady: boolean; onCancel: () => void };

function LossButtons({ busy, isReady, onCancel }: LossButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant="danger-filled" busy={busy} disabled={!isReady}>
        Book the loss
      </Button>
      <Button variant="secondary" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function Amounts({ quote: { owner, cards, fee, total } }: { quote: LossQuote }) {
  return (
    <dl className="grid gap-2 text-small">
      {cards.map(({ cardId, name, askedValue, foundValue, amount }) => (
        <div key={cardId} className="flex justify-between gap-4">
          <dt className="min-w-0 break-words">
            {name}
            <span className="block text-text-2">
              {askedValue !== null && `${formatCad(askedValue)} when asked for, `}
              {formatCad(foundValue)} when found out
            </span>
          </dt>
          <dd className="tabular-nums">{formatCad(amount)}</dd>
        </div>
      ))}
      {fee !== null && (
        <div className="flex justify-between gap-4">
          <dt>Fee</dt>
          <dd className="tabular-nums">{formatCad(fee)}</dd>
        </div>
      )}
      <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
        <dt className="min-w-0 break-all">To {owner.email}</dt>
        <dd className="tabular-nums">{formatCad(total)}</dd>
      </div>
    </dl>
  );
}
