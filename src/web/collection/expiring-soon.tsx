// What is about to happen to cards that nobody sold or shipped: a quiet word before it does, and where to
// turn when it has.
import { EXPIRING_DAYS } from '#contract/collection.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { Link } from '@tanstack/react-router';
import { useConfig } from '../accounts/config.ts';
import { useProfile } from '../accounts/queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import type { MyCardsSearch } from './my-cards-search.ts';
import { useLockedCards } from './queries.ts';

/** `total` cards, one at least, whose time ends within days; `isFiltered`: the table shows just these. */
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
  // What will happen is not guessed: it stands in the profile.
  if (converts === undefined) return null;
  return (
    <div className="mb-5">
      <Panel
        title="Expiring soon"
        aside={
          <Link
            to="/my-cards"
            search={isFiltered ? rest : { ...rest, expiring: true }}
            className={buttonClass({ look: 'secondary', size: 'small' })}
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

/** Counts the cards that are locked; nothing when none is. Those whose time is over need a person. */
export function LockedCards() {
  const locked = useLockedCards().data;
  const contact = useConfig()?.contactEmail;
  if (locked === undefined || locked.pagination.totalItems === 0) return null;
  const count = locked.pagination.totalItems;
  const isExpired = locked.cards.some((item) => item.lockReason === 'expired');
  return (
    <p className="mb-4 text-small text-text-2">
      {count === 1 ? '1 card is locked.' : `${count} cards are locked.`}
      {isExpired && (
        <>
          {' '}
          A card whose {CONVERT_AFTER_DAYS} days are over stays locked until we release it for{' '}
          {CONVERT_AFTER_DAYS} more or convert it to credits. To have that done, write to{' '}
          {contact === undefined ? (
            'us'
          ) : (
            <a href={`mailto:${contact}`} className="underline">
              {contact}
            </a>
          )}
          .
        </>
      )}
    </p>
  );
}
