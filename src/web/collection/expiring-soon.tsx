// Tells the owner what will soon happen to cards that were neither sold nor shipped.
import { EXPIRING_DAYS } from '#contract/collection.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../accounts/queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import type { MyCardsSearch } from './my-cards-search.ts';

/** `total`: the number of cards that expire soon, at least 1. `isFiltered`: the table shows only these cards. */
export function ExpiringSoon({
  total,
  worth,
  search,
  isFiltered,
}: {
  total: number;
  worth: Cents;
  search: MyCardsSearch;
  isFiltered: boolean;
}) {
  const converts = useProfile().data?.preferences.autoConvertExpiredCards;
  const { expiring: _expiring, page: _page, ...rest } = search;
  const [cards, they] = total === 1 ? ['1 card', 'It'] : [`${total} cards`, 'They'];
  // The profile says whether expired cards become credits. Until it is loaded, nothing is shown.
  if (converts === undefined) return null;
  return (
    <div className="mb-5">
      <Panel
        title="Expiring soon"
        aside={
          <Link
            to="/my-cards"
            state
            search={isFiltered ? rest : { ...rest, expiring: true }}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            {isFiltered ? 'Show all cards' : 'Show these cards'}
          </Link>
        }
      >
        <p className="max-w-[72ch] text-text-2">
          <strong className="font-semibold text-text">
            {cards} will {converts ? 'convert to credits' : 'be locked'} within {EXPIRING_DAYS}{' '}
            days.
          </strong>{' '}
          {they} would bring <span className="whitespace-nowrap">{formatCad(worth)}</span> today.
          {converts
            ? ''
            : ` You have switched automatic conversion off: locked cards stay yours, but can't be sold or shipped.`}
        </p>
      </Panel>
    </div>
  );
}
