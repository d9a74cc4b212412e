// Returns a card that its owner bought as a single and that has not left. Says what comes back before it asks for
// confirmation.
import type { CardItem } from '#contract/collection.ts';
import { returnSingle, showSingleReturn } from '#contract/checkout-refunds.ts';
import type { Reply } from '#contract/endpoint.ts';
import { formatCad } from '#domain/money.ts';
import { useState } from 'react';
import { asApiError } from '../api/api-error.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { formatMoment } from '../ui/moments.ts';
import { showToast } from '../ui/toast.tsx';

type Way = Reply<typeof showSingleReturn>;

export function ReturnSingle({
  card: { id, name },
  isCurrent = true,
  isShort = false,
  onReturned,
}: {
  card: Pick<CardItem['card'], 'id' | 'name'>;
  /**
   * Whether the shop has just said that the card is here. For any other card, the shop refuses to say how it can be
   * returned.
   */
  isCurrent?: boolean;
  /** Whether nothing is shown if the card can't be returned. */
  isShort?: boolean;
  onReturned: () => void;
}) {
  const way = useAsk(showSingleReturn, { id }, { enabled: isCurrent });
  const give = useDo(returnSingle);
  const [isAsking, setAsking] = useState(false);
  if (isShort && (way.data?.amount ?? null) === null) return null;
  if (way.data === undefined) {
    return (
      <p className="min-h-11 text-small text-text-2">
        {way.isError && 'Whether it can be returned could not be loaded.'}
      </p>
    );
  }
  const { amount, to } = way.data;
  if (amount === null) {
    return (
      <p className="min-h-11 text-small text-text-2">
        The time to return it is over. If something is wrong with it, write to us.
      </p>
    );
  }
  const back = `${formatCad(amount)} ${to === 'card' ? 'goes back to your card' : 'comes back as credits'}`;
  const confirm = () =>
    give.mutate(
      { id, amount },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: `${name} returned`, text: `${back}.` });
          onReturned();
        },
        // The shop's price for such a card has changed, so the dialog loads the new one.
        onError: (error) => {
          if (asApiError(error).code === 'AMOUNT_MISMATCH') void way.refetch();
        },
      },
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small">
      <p className="min-w-0 flex-1 basis-60 text-text-2">
        {untilWords(way.data, formatCad(amount))}
      </p>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Return for {formatCad(amount)}
      </Button>
      {isAsking && (
        <Confirm
          title={`Return ${name}?`}
          text={`${back}. The card is ours again, and goes back on our shelf.`}
          confirm="Return it"
          variant="primary"
          busy={give.isPending}
          problem={give.isError ? { title: 'Not returned', text: messageOf(give.error) } : null}
          onConfirm={confirm}
          onCancel={() => {
            give.reset();
            setAsking(false);
          }}
        />
      )}
    </div>
  );
}

/** Says how much a return brings, until when, and why that much. */
function untilWords({ until, isAtPaid }: Way, amount: string): string {
  const price = isAtPaid ? 'what you paid' : 'what we ask today for one like it';
  return until === null
    ? ''
    : `Returning it gives ${amount} until ${formatMoment(until)}: ${price}, tax included.`;
}
