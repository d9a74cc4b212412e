// The form of an act on one or several cards of the house: moving, pricing, withdrawing, putting back, booking as lost.
import {
  loseSingles,
  priceSingles,
  putSinglesBack,
  shelveSingles,
  withdrawSingles,
} from '#contract/singles-admin.ts';
import { parseCad } from '#domain/decimals.ts';
import { SHELF_LENGTH_MAX } from '#domain/house-card-moves.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { countOf } from '../../ui/count-of.ts';
import { Field } from '../../ui/field.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';

export type Act = 'shelve' | 'price' | 'withdraw' | 'put-back' | 'lose';

type ActWords = {
  /** The button that opens the form. */
  label: string;
  title: (cards: string) => string;
  text: string;
  field: string;
  confirm: string;
  done: (cards: string) => string;
  variant?: ButtonVariant;
};

export const ACTS: Record<Act, ActWords> = {
  shelve: {
    label: 'Move',
    title: (cards) => `Move ${cards} to another shelf`,
    text: 'Cards that have a price are on sale on any shelf.',
    field: 'Shelf',
    confirm: 'Move',
    done: (cards) => `${cards} moved`,
  },
  price: {
    label: 'Set price',
    title: (cards) => `Set the price of ${cards}`,
    text: 'Before tax. A price by hand stays until you leave it to the rules: empty the field for that.',
    field: 'Price',
    confirm: 'Set price',
    done: (cards) => `Price of ${cards} set`,
  },
  withdraw: {
    label: 'Withdraw',
    title: (cards) => `Withdraw ${cards}`,
    text: 'A withdrawn card is not sold until it is put back.',
    field: 'Reason',
    confirm: 'Withdraw',
    done: (cards) => `${cards} withdrawn`,
  },
  'put-back': {
    label: 'Put back',
    title: (cards) => `Put ${cards} back`,
    text: 'Cards that have a price are on sale again at once.',
    field: 'Reason',
    confirm: 'Put back',
    done: (cards) => `${cards} put back`,
  },
  lose: {
    label: 'Not found',
    title: (cards) => `Book ${cards} as lost`,
    text: 'For cards that nobody finds. No money moves: Margin counts what they cost under “Singles lost” within the hour. This can’t be undone.',
    field: 'Reason',
    confirm: 'Book as lost',
    done: (cards) => `${cards} booked as lost`,
    variant: 'danger-filled',
  },
};

const REASON_LENGTH_MAX = 200;

export function ActForm({
  act,
  ids,
  start = '',
  onDone,
  onCancel,
}: {
  act: Act;
  ids: string[];
  /** What the field holds at first. */
  start?: string;
  onDone: () => void;
  onCancel: () => void;
}) {
  const words = ACTS[act];
  const [typed, setTyped] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { send, busy, error } = useSending(act, ids, () => {
    showToast({ kind: 'success', title: words.done(countOf(ids.length, 'card')) });
    onDone();
  });
  useEffect(() => field.current!.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(act, typed);
    setProblem(found);
    if (found !== null) return field.current!.focus();
    if (!busy) send(typed.trim());
  };
  return (
    <form
      noValidate
      aria-label={words.title(countOf(ids.length, 'card'))}
      onSubmit={submit}
      className="grid gap-4"
    >
      <p className="text-small text-text-2">{words.text}</p>
      <Field
        ref={field}
        label={words.field}
        autoComplete="off"
        inputMode={act === 'price' ? 'decimal' : 'text'}
        maxLength={act === 'shelve' ? SHELF_LENGTH_MAX : REASON_LENGTH_MAX}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem(null);
        }}
        error={problem ?? undefined}
      />
      {error && <Banner title="Nothing was changed">{messageOf(error)}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={words.variant ?? 'primary'} busy={busy}>
          {words.confirm}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function problemOf(act: Act, typed: string): string | null {
  if (act === 'price') {
    const price = parseCad(typed);
    return typed.trim() === '' || (price !== null && price > 0)
      ? null
      : 'Enter a price such as 12.50, or nothing';
  }
  return typed.trim() === '' ? `${ACTS[act].field} is required` : null;
}

function useSending(act: Act, ids: string[], onSuccess: () => void) {
  const calls = {
    shelve: useDo(shelveSingles),
    price: useDo(priceSingles),
    withdraw: useDo(withdrawSingles),
    'put-back': useDo(putSinglesBack),
    lose: useDo(loseSingles),
  };
  const send = (typed: string) => {
    switch (act) {
      case 'shelve':
        return calls.shelve.mutate({ ids, shelf: typed }, { onSuccess });
      case 'price':
        return calls.price.mutate({ ids, price: parseCad(typed) }, { onSuccess });
      default:
        return calls[act].mutate({ ids, reason: typed }, { onSuccess });
    }
  };
  return { send, busy: calls[act].isPending, error: calls[act].error };
}
