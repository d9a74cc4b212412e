// Tells the owner what will soon happen to cards that were neither sold nor shipped.
import { EXPIRING_DAYS } from '#contract/collection.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../accounts/queries.ts';
import type { MyCardsSearch } from './my-cards-search.ts';

/** `total`: the number of cards that expire soon. It is at least 1. */
export function ExpiringSoon({
  total,
  worth,
  search,
}: {
  total: number;
  worth: Cents;
  search: MyCardsSearch;
}) {
  const converts = useProfile().data?.preferences.autoConvertExpiredCards;
  const { expiring: isFiltered = false, page: _page, leaf: _leaf, ...rest } = search;
  // The link opens rows, because rows show the day on which each card expires.
  const { view: _view, ...inRows } = rest;
  const [cards, they] = total === 1 ? ['1 card', 'It'] : [`${total} cards`, 'They'];
  // The text depends on whether the user's expired cards become credits. Until the profile says so, nothing is shown.
  if (converts === undefined) return null;
  return (
    <section
      aria-label="Expiring soon"
      className="mb-4 rounded-control bg-warn-soft px-4 py-2 text-small text-on-warn-soft"
    >
      <p>
        <strong className="font-semibold">
          {cards} will {converts ? 'convert to credits' : 'be locked'} within {EXPIRING_DAYS} days.
        </strong>{' '}
        {they} would bring <span className="whitespace-nowrap">{formatCad(worth)}</span> today.
        {converts
          ? ''
          : ` You have switched automatic conversion off: locked cards stay yours, but can't be sold or shipped.`}{' '}
        <Link
          to="/my-cards"
          state
          search={isFiltered ? rest : { ...inRows, expiring: true }}
          className="hit-44 font-semibold whitespace-nowrap underline"
        >
          {isFiltered ? 'Show all cards' : 'Show these cards'}
        </Link>
      </p>
    </section>
  );
}
