// The fields for search, filters and sort order of the owner's cards. They are folded behind icons. In the view with
// rows they are always visible, except on a phone.
import { EXPIRING_DAYS, listMySets } from '#contract/collection.ts';
import { RARITIES } from '#domain/card.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { useEffect, useRef, type ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { ChoiceField, FilterForm, SearchField } from '../lists/list-fields.tsx';
import { useListPage } from '../lists/use-list-page.ts';
import { classNames } from '../ui/class-names.ts';
import type { CardsView } from './cards-view.ts';
import type { MyCardsSearch } from './my-cards-search.ts';
import { usualOrder } from './which-cards.ts';

const VALUE_WORDS = {
  '0-1': 'Under CAD 1',
  '1-5': 'CAD 1 to 5',
  '5-20': 'CAD 5 to 20',
  '20-': 'CAD 20 and more',
} as const;

const SORT_WORDS = {
  newest: 'Newest first',
  name: 'Name',
  rarity: 'Rarest first',
  dearest: 'Most valuable first',
  cheapest: 'Least valuable first',
  expiry: 'Expiring first',
} as const;

function optionsOf(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

const FINISH_OPTIONS = optionsOf(FINISH_WORDS);
const VALUE_OPTIONS = optionsOf(VALUE_WORDS);
const RARITY_OPTIONS = RARITIES.map((one) => ({ value: one, label: rarityWords(one) }));

const PARTS = { opens: ['card', 'leaf'], selects: ['size', 'tab', 'view'] } as const;

/** A group of fields that one icon unfolds. */
export type Fold = 'search' | 'filter' | 'sort';

type CardsToolbarProps = {
  search: MyCardsSearch;
  view: CardsView;
  /** The group that is unfolded now; null if all groups are folded. */
  open: Fold | null;
  /** The field to choose a pack. Null if that field is next to the tabs. */
  packs: ReactNode;
};

export function CardsToolbar({ search, view, open, packs }: CardsToolbarProps) {
  const { field } = useListPage<MyCardsSearch>('/my-cards', search, PARTS);
  // A link to the expiring cards opens the view with rows. The filter here must not change the view.
  const inThisView = useListPage<MyCardsSearch>('/my-cards', { ...search, view }, PARTS);
  const fields = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  // When the user unfolds a group of fields, the first of its fields gets the focus.
  useEffect(() => {
    if (open !== null && open !== wasOpen.current)
      fields.current!.querySelector<HTMLElement>(`[data-fold=${open}] :is(input, select)`)?.focus();
    wasOpen.current = open;
  }, [open]);
  const isRows = view === 'rows';
  const fold = (one: Fold) => ({
    'data-fold': one,
    className: open === one ? 'contents' : isRows ? 'max-sm:hidden sm:contents' : 'hidden',
  });
  return (
    <div
      ref={fields}
      className={classNames('mb-4', open === null && (isRows ? 'max-sm:hidden' : 'hidden'))}
    >
      <FilterForm
        label="Which cards"
        className={classNames(
          'grid-cols-2 sm:grid-cols-3',
          isRows
            ? 'lg:grid-cols-[minmax(0,1.5fr)_repeat(6,minmax(0,1fr))] lg:gap-3'
            : 'lg:grid-cols-6 lg:gap-3',
        )}
      >
        <div {...fold('search')}>
          <SearchField
            label="Name"
            {...field('search')}
            className={isRows ? 'col-span-2 sm:col-span-1' : 'col-span-2'}
          />
        </div>
        <div {...fold('filter')}>
          {packs}
          <Filters field={field} expiring={inThisView.field('expiring')} />
        </div>
        <div {...fold('sort')}>
          <SortField search={search} view={view} {...field('sort')} />
        </div>
      </FilterForm>
    </div>
  );
}

type FieldOf = ReturnType<typeof useListPage<MyCardsSearch>>['field'];

function Filters({ field, expiring }: { field: FieldOf; expiring: ReturnType<FieldOf> }) {
  const sets = useAsk(listMySets, {}).data?.sets ?? [];
  return (
    <>
      <ChoiceField
        label="Set"
        any="All sets"
        options={sets.map(({ id, name }) => ({ value: id, label: name }))}
        {...field('set')}
      />
      <ChoiceField label="Rarity" any="Any" options={RARITY_OPTIONS} {...field('rarity')} />
      <ChoiceField label="Finish" any="Any" options={FINISH_OPTIONS} {...field('finish')} />
      <ChoiceField label="Market value" any="Any" options={VALUE_OPTIONS} {...field('value')} />
      <ChoiceField
        label="Expires"
        any="Any time"
        options={[{ value: 'true', label: `Within ${EXPIRING_DAYS} days` }]}
        {...expiring}
        // The URL needs the boolean true here instead of the text "true".
        onChange={(value) => expiring.onChange(value === '' ? '' : (true as never))}
      />
    </>
  );
}

/** The first option is the order that this view has by default. */
function SortField({
  search,
  view,
  value,
  onChange,
}: {
  search: MyCardsSearch;
  view: CardsView;
  value: string;
  onChange: (value: string) => void;
}) {
  const { [usualOrder({}, view)]: usual, ...others } = SORT_WORDS;
  return (
    <ChoiceField
      label="Sort"
      any={view === 'cards' ? 'Best first' : usual}
      options={optionsOf(others)}
      value={search.sort === usualOrder({}, view) ? '' : value}
      onChange={onChange}
      className="max-sm:col-span-2"
    />
  );
}
