// The work that waits, at the head of the overview. Each line leads to its list.
import { listWaiting, type Waiting as Waits } from '#contract/admin-waiting.ts';
import { formatCad } from '#domain/money.ts';
import {
  LATE_PARCEL_DAYS,
  LOW_STOCK_DAYS,
  UNSOLD_DAYS,
  type WaitingKind,
} from '#domain/waiting.ts';
import { Link, type LinkProps } from '@tanstack/react-router';
import { POLL_MS } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import { countedWords } from '../lists/count-words.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { formatDay, formatMoment } from '../ui/moments.ts';

type Line = {
  /** The words for one waiting item. `several`: for two or more. */
  one: string;
  several: string;
  leadsTo: Pick<LinkProps, 'to' | 'search' | 'hash'>;
  note?: (waits: Waits) => string | null;
};

const MATTERS_BELOW = { to: '/admin', hash: 'to-look-into' } as const;

const since = ({ at }: Waits) => (at === null ? null : `the oldest since ${formatDay(at)}`);
const worth = ({ amount }: Waits) => (amount === null ? null : formatCad(amount));

function ageOf({ at, late, count }: Waits): string | null {
  if (at === null) return null;
  const days = `asked for more than ${LATE_PARCEL_DAYS} days ago`;
  return [
    ...(late === 0 ? [] : [late === count ? days : `${countedWords(late)} ${days}`]),
    `the oldest on ${formatDay(at)}`,
  ].join(', ');
}

function dueOf({ at, late }: Waits): string {
  if (at === null) return 'The bank takes no reply now';
  return late > 0
    ? `A reply was due ${formatMoment(at)}`
    : `Reply to the first by ${formatMoment(at)}`;
}

const LINES: Record<WaitingKind, Line> = {
  parcels_to_pack: {
    one: 'parcel to pack',
    several: 'parcels to pack',
    leadsTo: { to: '/admin/shipping' },
    note: ageOf,
  },
  parcels_to_send: {
    one: 'packed parcel to send',
    several: 'packed parcels to send',
    leadsTo: { to: '/admin/shipping', search: { status: 'packed' } },
    note: ageOf,
  },
  singles_to_take: {
    one: 'card to take in hand',
    several: 'cards to take in hand',
    leadsTo: { to: '/admin/singles', search: { state: 'came_back' } },
  },
  parcel_questions: {
    one: 'question about a parcel or a buyer',
    several: 'questions about parcels and buyers',
    leadsTo: MATTERS_BELOW,
    note: since,
  },
  disputes: {
    one: 'disputed payment',
    several: 'disputed payments',
    leadsTo: { to: '/admin/disputes' },
    note: dueOf,
  },
  failed_refunds: {
    one: 'refund that no card took',
    several: 'refunds that no card took',
    leadsTo: MATTERS_BELOW,
    note: worth,
  },
  money_questions: {
    one: 'difference between the books and the card provider',
    several: 'differences between the books and the card provider',
    leadsTo: MATTERS_BELOW,
    note: since,
  },
  returns_asked: {
    one: 'buyer asks to return packs',
    several: 'buyers ask to return packs',
    leadsTo: { to: '/admin/orders', search: { flag: 'return_asked' } },
    note: since,
  },
  credits_asked_back: {
    one: 'person asks for unspent credits back',
    several: 'people ask for unspent credits back',
    leadsTo: { to: '/admin', hash: 'credit-requests' },
    note: since,
  },
  unconfirmed_payments: {
    one: 'card payment not yet confirmed',
    several: 'card payments not yet confirmed',
    leadsTo: { to: '/admin/orders', search: { state: 'open', method: 'stripe' } },
    note: worth,
  },
  refunds_on_their_way: {
    one: 'refund on its way to a card',
    several: 'refunds on their way to cards',
    leadsTo: { to: '/admin/orders', search: { state: 'refunded' } },
    note: worth,
  },
  low_stock: {
    one: 'pack nearly sold out',
    several: 'packs nearly sold out',
    leadsTo: { to: '/admin/catalogue', search: { stock: 'low' } },
    note: () => `less than ${LOW_STOCK_DAYS} days at the pace of the last week`,
  },
  unsold_stock: {
    one: 'pack in stock that nobody buys',
    several: 'packs in stock that nobody buys',
    leadsTo: { to: '/admin/catalogue', search: { stock: 'unsold' } },
    note: () => `none sold for ${UNSOLD_DAYS} days`,
  },
  stale_prices: {
    one: 'source of prices that was not read',
    several: 'sources of prices that were not read',
    leadsTo: { to: '/admin/prices' },
    note: since,
  },
  drafts: {
    one: 'drop in draft',
    several: 'drops in draft',
    leadsTo: { to: '/admin/drops', search: { state: 'draft' } },
    note: since,
  },
  jumped_prices: {
    one: 'price that jumped, to accept or refuse',
    several: 'prices that jumped, to accept or refuse',
    leadsTo: { to: '/admin/prices', search: { view: 'held' } },
    note: since,
  },
  failed_jobs: {
    one: 'job that failed',
    several: 'jobs that failed',
    leadsTo: { to: '/admin/jobs' },
    note: since,
  },
  failed_mails: {
    one: 'mail that came back this week',
    several: 'mails that came back this week',
    leadsTo: { to: '/admin/mail', search: { state: 'failed' } },
    note: since,
  },
};

export function Waiting() {
  const list = useAsk(listWaiting, {}, { refetchInterval: POLL_MS });
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-4 text-h3">
        What waits
      </h2>
      <WhenLoaded list={list} what="work">
        {({ waiting }) =>
          waiting.length === 0 ? (
            <p className="text-text-2">Nothing waits.</p>
          ) : (
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {waiting.map((waits) => (
                <WaitingLine key={waits.kind} waits={waits} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </section>
  );
}

function WaitingLine({ waits }: { waits: Waits }) {
  const { one, several, leadsTo, note } = LINES[waits.kind];
  const words = note?.(waits) ?? null;
  return (
    <li>
      <Link
        {...leadsTo}
        className="flex min-h-11 flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5 no-underline hover:bg-surface-2"
      >
        <span className="font-[560]">
          <span className="tabular-nums">{countedWords(waits.count)}</span>{' '}
          {waits.count === 1 ? one : several}
        </span>
        {words !== null && (
          <span className={waits.late > 0 ? 'text-small text-danger' : 'text-small text-text-2'}>
            {words}
          </span>
        )}
      </Link>
    </li>
  );
}
