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

/** What is booked has no quote any more, so none is asked for from the press on, unless the press failed. */
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
      onSubmit={(way) => book.mutate({ id, ...dayOf(foundOn), ...way })}
      onCancel={onClose}
    />
  );
}

const dayOf = (foundOn: string) => (foundOn === '' ? {} : { foundOn });

type Way = { method: LossMethod; reference?: string; amount: LossQuote['total'] };

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
  const [isChecked, setChecked] = useState(false);
  const misses = method === 'transfer' && reference.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (misses || busy || quote === undefined) return;
    onSubmit({
      method,
      amount: quote.total,
      ...(method === 'transfer' && { reference: reference.trim() }),
    });
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
      <Select
        label="Paid"
        value={method}
        onChange={({ target }) => setMethod(target.value as LossMethod)}
        options={[
          { value: 'credits', label: 'As credits' },
          { value: 'transfer', label: 'By bank transfer' },
        ]}
      />
      {method === 'transfer' && (
        <Field
          label="Reference of the transfer"
          value={reference}
          maxLength={100}
          onChange={({ target }) => setReference(target.value)}
          error={isChecked && misses ? 'Reference is required' : undefined}
        />
      )}
      {error && <Banner title="Nothing was booked">{messageOf(error)}</Banner>}
      <LossButtons busy={busy} isReady={quote !== undefined} onCancel={onCancel} />
    </form>
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
