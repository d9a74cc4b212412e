// The page with all cards that the shop owns outside of packs. The URL holds the filters, the page and the open card.
import { listElsewhere } from '#contract/singles-elsewhere.ts';
import { showPriceRules } from '#contract/singles-prices.ts';
import {
  exportSingles,
  listSingles,
  sumSingles,
  type Single,
  type StateSums,
} from '#contract/singles-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import { HOUSE_CARD_WORDS, TAKEN_AT_ONCE_MAX } from '#domain/house-card-moves.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useGameOptions, useKnownGame } from '../../accounts/games.ts';
import { useMay, useSeesAmounts } from '../../admin-kit/use-may.ts';
import { useSetOptions } from '../../catalogue/admin/set-options.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { PAGE_LIMIT, POLL_MS } from '../../admin-kit/listing.ts';
import { saveCsv } from '../../admin-kit/save-text.ts';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { ChoiceField, FilterForm, SearchField } from '../../lists/list-fields.tsx';
import { RowLink } from '../../lists/list-page.tsx';
import { StaffList, type StaffColumn } from '../../admin-kit/staff-list.tsx';
import { useRowSelection } from '../../admin-kit/use-selection.ts';
import { useStaffList } from '../../admin-kit/use-staff-list.ts';
import { CardImage } from '../../ui/art.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { showToast } from '../../ui/toast.tsx';
import { SingleDrawer } from './single-drawer.tsx';
import { SinglesBar } from './singles-bar.tsx';
import type { SinglesSearch } from './singles-search.ts';
import {
  ageWords,
  CONDITION_OPTIONS,
  HouseCardBadge,
  RARITY_OPTIONS,
  STATE_OPTIONS,
} from './singles-words.tsx';

export const screen = createLazyRoute('/admin/singles')({ component: SinglesPage });

const filtersOf = ({ state, game, set, rarity, condition }: SinglesSearch) => ({
  state,
  game,
  setId: set,
  rarity,
  condition,
});

function SinglesPage() {
  const search = useKnownGame(screen.useSearch());
  const games = useGameOptions();
  const singles = useAsk(
    listSingles,
    { page: search.page ?? 1, limit: PAGE_LIMIT, search: search.search, ...filtersOf(search) },
    { keepsPrevious: true, refetchInterval: POLL_MS },
  );
  const withAmounts = useSeesAmounts();
  const list = useStaffList('singles', '/admin/singles', search, { opens: ['id'] });
  const rows = singles.data?.singles ?? [];
  const seen = JSON.stringify({ ...filtersOf(search), search: search.search });
  const selection = useRowSelection(rows, ({ id }) => id, seen, { most: TAKEN_AT_ONCE_MAX });
  return (
    <AdminFrame title="Singles">
      <Head search={search} />
      <SumsTable search={search} />
      <FilterForm label="Find singles" className="py-5 sm:grid-cols-2 lg:grid-cols-3">
        <SearchField label="Card number, label, certification or name" {...list.field('search')} />
        <ChoiceField
          label="State"
          any="All states"
          options={STATE_OPTIONS}
          {...list.field('state')}
        />
        <ChoiceField label="Game" any="All games" options={games} {...list.field('game')} />
        <ChoiceField
          label="Set"
          any="All sets"
          options={useSetOptions(search.set)}
          {...list.field('set')}
        />
        <ChoiceField
          label="Rarity"
          any="All rarities"
          options={RARITY_OPTIONS}
          {...list.field('rarity')}
        />
        <ChoiceField
          label="Condition"
          any="All conditions"
          options={CONDITION_OPTIONS}
          {...list.field('condition')}
        />
      </FilterForm>
      <StaffList
        list={list}
        query={singles}
        rows={singles.data?.singles}
        label="Singles"
        one="card"
        none={{ text: 'Cards appear here once somebody sells one back.' }}
        columns={columns(singles.dataUpdatedAt, withAmounts)}
        keyOf={(one) => one.id}
        selected={{
          selection,
          name: (one) => `${one.name} ${one.cardNumber}`,
          bar: <SinglesBar key={seen} ticks={selection} singles={selection.rows} />,
        }}
        above={<Found found={singles.data?.found ?? null} isNarrowed={list.isNarrowed} />}
      />
      {search.id !== undefined && <SingleDrawer id={search.id} onClose={list.close} />}
    </AdminFrame>
  );
}

function Head({ search }: { search: SinglesSearch }) {
  const maySeeRules = useMay(showPriceRules);
  const maySeeElsewhere = useMay(listElsewhere);
  const file = useDo(exportSingles, {
    onSuccess: (text) => saveCsv(text, exportSingles.savedAs),
    onError: (error) =>
      showToast({ kind: 'error', title: 'Nothing was exported', text: messageOf(error) }),
  });
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      <Link to="/admin/singles/take-in-hand" className={buttonClass()}>
        Take in hand
      </Link>
      {maySeeRules && (
        <Link to="/admin/singles/prices" className={buttonClass({ variant: 'secondary' })}>
          Prices by rule
        </Link>
      )}
      {maySeeElsewhere && (
        <Link to="/admin/singles/elsewhere" className={buttonClass({ variant: 'secondary' })}>
          Other shops
        </Link>
      )}
      <Button
        variant="secondary"
        busy={file.isPending}
        onClick={() => file.mutate(filtersOf(search))}
      >
        Export CSV
      </Button>
    </div>
  );
}

/** The states with their sums. A state's name shows its cards. */
function SumsTable({ search: { state: shown } }: { search: SinglesSearch }) {
  const sums = useAsk(sumSingles, {}, { refetchInterval: POLL_MS });
  const withAmounts = useSeesAmounts();
  if (sums.data === undefined) return null;
  const states = sums.data.states.filter(({ cards }) => cards > 0);
  if (states.length === 0) return null;
  return (
    <section aria-label="Stock by state" className="max-w-[640px] overflow-x-auto">
      <table className="w-full text-small">
        <caption className="sr-only">Stock by state</caption>
        <thead>
          <tr className="h-9 border-b border-line text-text-2">
            <th scope="col" className="pr-3 text-left font-[560]">
              State
            </th>
            {(withAmounts ? ['Cards', 'Paid', 'Market'] : ['Cards']).map((head) => (
              <th key={head} scope="col" className="pl-3 text-right font-[560]">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {states.map((one) => (
            <SumsRow key={one.state} sums={one} isShown={one.state === shown} />
          ))}
        </tbody>
      </table>
      {sums.data.countedAt !== null && (
        <p className="mt-2 text-small text-text-3">Counted {formatMoment(sums.data.countedAt)}.</p>
      )}
    </section>
  );
}

function SumsRow({ sums, isShown }: { sums: StateSums; isShown: boolean }) {
  return (
    <tr className="h-[var(--row)] border-b border-line">
      <th scope="row" className="pr-3 text-left font-normal">
        <Link
          to="/admin/singles"
          search={isShown ? {} : { state: sums.state }}
          resetScroll={false}
          aria-current={isShown ? 'true' : undefined}
          className={`link hit-44 ${isShown ? 'font-semibold' : ''}`}
        >
          {HOUSE_CARD_WORDS[sums.state]}
        </Link>
      </th>
      <td className="pl-3 text-right tabular-nums">{sums.cards.toLocaleString('en-CA')}</td>
      {sums.paid !== null && sums.market !== null && (
        <>
          <td className="pl-3 text-right tabular-nums">{formatCad(sums.paid)}</td>
          <td className="pl-3 text-right tabular-nums">{formatCad(sums.market)}</td>
        </>
      )}
    </tr>
  );
}

/** What the found cards cost and are worth. Not shown for the whole stock, whose sums are above. */
function Found({
  found,
  isNarrowed,
}: {
  found: Reply<typeof listSingles>['found'];
  isNarrowed: boolean;
}) {
  if (!isNarrowed || found === null || found.cards === 0) return null;
  if (found.paid === null || found.market === null) return null;
  return (
    <p className="mb-3 text-small text-text-2">
      Paid {formatCad(found.paid)}, market value {formatCad(found.market)}
    </p>
  );
}

const cad = (amount: Cents | null) =>
  amount !== null && <span className="whitespace-nowrap">{formatCad(amount)}</span>;

const AMOUNTS: StaffColumn<Single>[] = [
  { name: 'paid', head: 'Paid', align: 'right', cell: (one) => cad(one.paid) },
  { name: 'market', head: 'Market', align: 'right', cell: (one) => cad(one.marketValue) },
  {
    name: 'price',
    head: 'Price',
    align: 'right',
    cell: (one) =>
      one.price === null ? (
        muted('None')
      ) : (
        <span className="grid">
          {cad(one.price)}
          {one.isPricedByHand && muted('by hand')}
        </span>
      ),
  },
];

/** `readAt`: when the list was loaded, in epoch ms; ages are relative to it. */
function columns(readAt: number, withAmounts: boolean): StaffColumn<Single>[] {
  return [
    {
      name: 'card',
      head: 'Card',
      cell: (one) => (
        <span className="grid grid-cols-[32px_minmax(0,1fr)] items-center gap-3 py-[3px]">
          <CardImage src={one.image} alt="" sizes="32px" className="w-8" />
          <span className="grid min-w-0">
            <RowLink id={one.id} className="break-words">
              {one.name}
            </RowLink>
            <span className="break-words text-text-2">
              {one.set_name} {one.number}
            </span>
          </span>
        </span>
      ),
    },
    {
      name: 'number',
      head: 'Card number',
      cell: (one) => (
        <span className="grid">
          <span className="xl:whitespace-nowrap max-xl:break-words">{one.cardNumber}</span>
          {one.label !== null && muted(`Label ${one.label}`, 'break-words')}
        </span>
      ),
    },
    { name: 'condition', head: 'Condition', cell: (one) => muted(one.condition) },
    {
      name: 'state',
      head: 'State',
      cell: (one) => (
        <span className="grid justify-items-start gap-0.5 max-xl:justify-items-end">
          <HouseCardBadge state={one.state} />
          {one.shelf !== null && muted(one.shelf, 'break-all')}
          {one.lastShelf !== null && muted(`was on ${one.lastShelf}`, 'break-words')}
        </span>
      ),
    },
    ...(withAmounts ? AMOUNTS : []),
    {
      name: 'age',
      head: 'Age',
      cell: (one) => muted(ageWords(one.cameAt, readAt), 'whitespace-nowrap'),
    },
  ];
}
