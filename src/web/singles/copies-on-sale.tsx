// The copies of a card that are on sale, on the card's page. Each copy has its own photograph, condition and price.
import type { SingleOnSale, SingleSort } from '#contract/singles.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { putSingleInCart, useCartSingles } from '../api/cart.ts';
import { useOwnBreak } from '../catalogue/own-break.ts';
import { LateOwnBreakNote } from '../catalogue/late-own-break-note.tsx';
import { TaxNote } from '../catalogue/tax-note.tsx';
import { CardImage } from '../ui/art.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Price } from '../ui/price.tsx';
import { showToast } from '../ui/toast.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { useCopiesOnSale } from './queries.ts';
import { useBuySingle } from './use-buy-single.ts';

/** This code is loaded only when a visitor wants to see a photograph large. */
const CopyDialog = lazy(async () => ({
  default: (await import('./copy-dialog.tsx')).CopyDialog,
}));

const SORTS: readonly { sort: SingleSort; words: string }[] = [
  { sort: 'price', words: 'Cheapest' },
  { sort: 'condition', words: 'Best condition' },
];

/** Renders nothing if no copy is on sale. */
export function CopiesOnSale({ cardId, name }: { cardId: string; name: string }) {
  const [sort, setSort] = useState<SingleSort>('price');
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<SingleOnSale | null>(null);
  const ownBreak = useOwnBreak();
  const { data } = useCopiesOnSale(cardId, sort, page);
  const total = data?.pagination.total ?? 0;
  useScrollToCopies(total > 0);
  if (data === undefined || total === 0) return null;
  return (
    <section aria-labelledby="copies" className="mt-7 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="copies" tabIndex={-1} className="scroll-mt-24 text-h3">
          Buy this card
        </h2>
        <span className="text-small text-text-2">
          {total === 1 ? '1 copy' : `${total.toLocaleString('en-CA')} copies`} on sale
        </span>
      </div>
      {total > 1 && (
        <fieldset className="mt-3 flex flex-wrap gap-2">
          <legend className="sr-only">Sort copies</legend>
          {SORTS.map((one) => (
            <Chip
              key={one.sort}
              isOn={one.sort === sort}
              onToggle={() => {
                setSort(one.sort);
                setPage(1);
              }}
            >
              {one.words}
            </Chip>
          ))}
        </fieldset>
      )}
      <ul aria-label="Copies on sale" className="mt-2">
        {data.singles.map((copy) => (
          <Copy
            key={copy.id}
            copy={copy}
            name={name}
            isBarred={ownBreak !== null}
            onShow={() => setShown(copy)}
          />
        ))}
      </ul>
      <div className="mt-3 flex justify-end empty:hidden">
        <Pagination
          label="Copies on sale"
          page={page}
          totalPages={data.pagination.totalPages}
          onPage={setPage}
        />
      </div>
      {ownBreak !== null && <LateOwnBreakNote until={ownBreak.endsAt} />}
      <p className="mt-3 text-small text-text-3">
        You get the copy that you choose, and it stays yours without a time limit. Until you ask us
        to send it, you can return it: for 24 hours at the price you paid, then until day 14 at what
        we ask for one like it, if that is less.
      </p>
      {shown !== null && (
        <Suspense>
          <CopyDialog copy={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** A link to `#copies` may open the page before the copies are there. Then the page scrolls once they are. */
function useScrollToCopies(isHere: boolean) {
  useEffect(() => {
    if (isHere && window.location.hash === '#copies') {
      document.getElementById('copies')?.scrollIntoView();
    }
  }, [isHere]);
}

function Copy({
  copy,
  name,
  isBarred,
  onShow,
}: {
  copy: SingleOnSale;
  name: string;
  isBarred: boolean;
  onShow: () => void;
}) {
  const buy = useBuySingle();
  /** Tells this copy from the others, for a screen reader. */
  const which = `${name}, ${copy.condition}, ${formatCad(copy.price)}`;
  const picture = (
    <CardImage src={copy.image} alt="" sizes="72px" className="w-full rounded-[4px]" />
  );
  return (
    <li className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-4 gap-y-3 border-b border-line py-4 last:border-0 sm:grid-cols-[72px_minmax(0,1fr)_168px]">
      {copy.isPhotograph ? (
        <button type="button" onClick={onShow} className="self-start rounded-[4px]">
          {picture}
          <span className="sr-only">See the photograph of {which}</span>
        </button>
      ) : (
        <span className="self-start">{picture}</span>
      )}
      <div className="min-w-0">
        <p className="text-price font-bold">
          <Price amount={copy.price} />
          <TaxNote price={copy.price} />
        </p>
        <p className="mt-0.5 font-semibold">{copy.condition}</p>
        {copy.label !== null && (
          <p className="text-small break-words text-text-2">Grader’s label {copy.label}</p>
        )}
        <p className="text-small text-text-3">
          {copy.isPhotograph ? 'Its own photograph' : 'No photograph of this copy'}
        </p>
      </div>
      {!isBarred && (
        <div className="grid content-center gap-2 max-sm:col-span-2 max-sm:grid-cols-2">
          <Button onClick={() => buy(copy.id)}>
            Buy now<span className="sr-only">: {which}</span>
          </Button>
          <ToCart id={copy.id} which={which} />
        </div>
      )}
    </li>
  );
}

/** Puts the copy into the cart. If it is there already, a link to the cart replaces the button. */
function ToCart({ id, which }: { id: string; which: string }) {
  const isIn = useCartSingles().includes(id);
  const toCart = useRef<HTMLAnchorElement>(null);
  const fallback = useFocusFallback(() => toCart.current);
  if (isIn) {
    return (
      <Link
        ref={toCart}
        to="/checkout"
        search={{ cart: true }}
        className={buttonClass({ variant: 'secondary' })}
      >
        In your cart<span className="sr-only">: {which}</span>
      </Link>
    );
  }
  return (
    <Button
      variant="secondary"
      {...fallback}
      onClick={() => {
        putSingleInCart(id);
        showToast({ kind: 'success', title: 'In your cart', text: which });
      }}
    >
      Add to cart<span className="sr-only">: {which}</span>
    </Button>
  );
}
