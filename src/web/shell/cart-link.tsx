// The link to the cart. It is a separate file, because it is loaded only if the cart has something.
import { Link } from '@tanstack/react-router';
import { useCartLines, useCartSingles } from '../api/cart.ts';
import { countOf } from '../ui/count-of.ts';

export function CartLink() {
  const packs = useCartLines().reduce((sum, { quantity }) => sum + quantity, 0);
  const cards = useCartSingles().length;
  const count = packs + cards;
  if (count === 0) return null;
  const goods = [packs > 0 && countOf(packs, 'pack'), cards > 0 && countOf(cards, 'card')]
    .filter(Boolean)
    .join(' and ');
  // The visible number is part of the name, so that a speech user can say it.
  const name = packs > 0 && cards > 0 ? `Cart, ${count}: ${goods}` : `Cart, ${goods}`;
  return (
    <Link
      to="/checkout"
      search={{ cart: true }}
      aria-label={name}
      className="relative grid size-11 shrink-0 place-items-center rounded-control text-text hover:bg-surface-2"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        width={22}
        height={22}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.7}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M5 8.5h14l-1 11.5H6ZM9 11V7.5a3 3 0 0 1 6 0V11" />
      </svg>
      <span
        aria-hidden="true"
        className="absolute top-0.5 right-0 min-w-5 rounded-full bg-brand px-1 text-center text-[12px] leading-5 font-semibold text-on-brand"
      >
        {count}
      </span>
    </Link>
  );
}
