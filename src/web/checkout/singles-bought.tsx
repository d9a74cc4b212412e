import type { purchaseWithBalance } from '#contract/checkout.ts';
import { showCard } from '#contract/collection.ts';
import type { Reply } from '#contract/endpoint.ts';
import { listTransactions } from '#contract/wallet.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAsk } from '../api/ask.ts';
import { CardLink } from '../catalogue/card-link.tsx';
import { groupCards } from '../collection/card-groups.ts';
import { CardImage } from '../ui/art.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

type BoughtSingle = Reply<typeof purchaseWithBalance>['singles'][number];

/** Shown after a purchase of singles alone. `singles` is empty if the buyer comes back to this page. */
export function SinglesBought({
  singles,
  paymentIntentId = null,
}: {
  singles: readonly BoughtSingle[];
  /** The card payment. Null if the buyer paid with credits. */
  paymentIntentId?: string | null;
}) {
  const frame = useRef<HTMLDivElement>(null);
  // The pressed pay button no longer exists, so the focus moves here.
  useEffect(() => frame.current?.focus(), []);
  const isOne = singles.length === 1;
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      {singles.length > 0 && (
        <ul aria-label="Cards bought" className="flex flex-wrap justify-center gap-4">
          {singles.map((single) => (
            <BoughtCard key={single.cardId} single={single} />
          ))}
        </ul>
      )}
      <EmptyState
        title={isOne ? 'The card is yours' : 'The cards are yours'}
        text={
          isOne
            ? 'It lies in My cards. There you can have it sent, return it, or sell it back.'
            : 'They lie in My cards. There you can have them sent, return them, or sell them back.'
        }
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Link to="/my-cards" className={buttonClass()}>
              My cards
            </Link>
            {singles.length > 0 && (
              <Link
                to="/shipping"
                state={{ cardGroups: groupCards(singles.map(toShip)) }}
                className={buttonClass({ variant: 'secondary' })}
              >
                {isOne ? 'Ship it' : 'Ship them'}
              </Link>
            )}
            {singles.length > 0 && <ReceiptLink paymentIntentId={paymentIntentId} />}
            <Link to="/cards" className={buttonClass({ variant: 'secondary' })}>
              More cards
            </Link>
          </span>
        }
      />
    </div>
  );
}

/** A single came out of no opening, so its own id stands in for the opening's id. */
const toShip = ({ cardId }: BoughtSingle) => ({ id: cardId, packOpeningId: cardId });

/** The card with the picture of this copy. Until the picture is known, only the name. */
function BoughtCard({ single: { cardId, catalogueCardId, name } }: { single: BoughtSingle }) {
  const item = useAsk(showCard, { id: cardId }).data;
  return (
    <li className="w-40 text-center text-small">
      <span className="block aspect-[63/88]">
        {item !== undefined && 'card' in item && (
          <CardImage src={item.card.imageUrl} alt="" eager className="w-full shadow-art" />
        )}
      </span>
      <CardLink id={catalogueCardId} className="mt-2 inline-block font-semibold break-words">
        {name}
      </CardLink>
    </li>
  );
}

/** How many of the newest purchases are searched for the one that was just made. */
const PURCHASES_SEARCHED = 10;

/**
 * Links to the receipt of the newest purchase of singles, or of the one that a card paid. Renders nothing while the
 * purchase is unknown.
 */
function ReceiptLink({ paymentIntentId }: { paymentIntentId: string | null }) {
  const { data } = useAsk(listTransactions, {
    type: ['pack_purchase'],
    page: 1,
    limit: PURCHASES_SEARCHED,
  });
  const purchase = data?.transactions.find(
    ({ paymentId, isOfSingles }) => isOfSingles && paymentId === paymentIntentId,
  );
  if (purchase === undefined) return null;
  return (
    <Link
      to="/transactions/$transactionId/receipt"
      params={{ transactionId: purchase.id }}
      className={buttonClass({ variant: 'secondary' })}
    >
      Receipt
    </Link>
  );
}
