// Shows how the packs of a drop fall into their order. The visitor's own browser computes the order from the public
// number.
import type { Order } from '#domain/packproof/log-objects.ts';
import { useEffect, useState } from 'react';
import './drops.css';

/** The number of places that are shown one by one. For all further places, only their number is shown. */
const SHOWN_MOST = 60;

export function OrderFalls({
  hash,
  packCount,
  order: { round, signature },
  isPractice,
}: {
  hash: string;
  packCount: number;
  order: Order;
  isPractice: boolean;
}) {
  const [found, setFound] = useState<{ number: string; places: number[] }>();
  useEffect(() => {
    let isOver = false;
    void import('./order-of-drop.ts').then(({ orderOfDrop }) => {
      if (!isOver) setFound(orderOfDrop(hash, packCount, signature));
    });
    return () => {
      isOver = true;
    };
  }, [hash, packCount, signature]);
  return (
    <section aria-label="The order" className="mt-8 min-h-60">
      <h2 className="text-h3">
        {isPractice ? 'Practice number' : 'Public number'} {round}
      </h2>
      {found && (
        <>
          <p className="mt-1 font-mono text-small break-all text-text-2">{found.number}</p>
          <p className="mt-3 max-w-[64ch]">
            Your browser has worked the row out from it. The first to be sold is pack{' '}
            {found.places[0]! + 1} of the fixed list.
          </p>
          <ol aria-label="The row" className="order-falls mt-4">
            {found.places.slice(0, SHOWN_MOST).map((leaf, place) => (
              <li key={leaf} style={{ '--nth': place }}>
                <span className="text-text-2">{place + 1}.</span>
                <span>
                  <span className="sr-only">pack </span>
                  {leaf + 1}
                </span>
              </li>
            ))}
          </ol>
          {packCount > SHOWN_MOST && (
            <p className="mt-3 text-small text-text-2">
              And {packCount - SHOWN_MOST} more, in the same way.
            </p>
          )}
        </>
      )}
    </section>
  );
}
