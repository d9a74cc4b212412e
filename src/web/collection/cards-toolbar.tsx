// The filters, the sort order and the view of the owner's cards.
import { EXPIRING_DAYS, exportMyCards, listMySets } from '#contract/collection.ts';
import { RARITIES } from '#domain/card.ts';
import { useState, type ReactNode } from 'react';
import { saveCsv } from '../admin-kit/save-text.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { ChoiceField, FilterForm, SearchField } from '../lists/list-fields.tsx';
import { useListPage } from '../lists/use-list-page.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { showToast } from '../ui/toast.tsx';
import type { CardsView } from './cards-view.ts';
import type { MyCardsSearch } from './my-cards-search.ts';
import { whichCards } from './which-cards.ts';

const VALUE_WORDS = {
  '0-1': 'Under CAD 1',
  '1-5': 'CAD 1 to 5',
  '5-20': 'CAD 5 to 20',
  '20-': 'CAD 20 and more',
} as const;

const SORT_WORDS = {
  name: 'Name',
  rarity: 'Rarest first',
  dearest: 'Most valuable first',
  cheapest: 'Least valuable first',
  expiry: 'Expiring first',
} as const;

function optionsOf(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

const SORT_OPTIONS = optionsOf(SORT_WORDS);
const FINISH_OPTIONS = optionsOf(FINISH_WORDS);
const VALUE_OPTIONS = optionsOf(VALUE_WORDS);
const RARITY_OPTIONS = RARITIES.map((one) => ({ value: one, label: rarityWords(one) }));

type CardsToolbarProps = {
  search: MyCardsSearch;
  view: CardsView;
  onView: (view: CardsView) => void;
  /** A text with the number of cards and their total value. */
  summary: ReactNode;
};

export function CardsToolbar({ search, view, onView, summary }: CardsToolbarProps) {
  const { field } = useListPage<MyCardsSearch>('/my-cards', search, {
    opens: ['card', 'leaf'],
    keeps: ['size', 'tab'],
  });
  const sets = useAsk(listMySets, {}).data?.sets ?? [];
  const [isOpen, setOpen] = useState(false);
  const expiring = field('expiring');
  const chosen = [search.set, search.rarity, search.finish, search.value, search.expiring];
  const count = chosen.filter((one) => one !== undefined).length;
  return (
    <div className="mb-5 grid gap-4">
      <FilterForm
        label="Which cards"
        className="grid-cols-2 sm:grid-cols-3 lg:grid-cols-[minmax(0,1.5fr)_repeat(6,minmax(0,1fr))] lg:gap-3"
      >
        <SearchField label="Name" {...field('search')} className="col-span-2 sm:col-span-1" />
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="sm:hidden"
        >
          Filters{count > 0 && ` (${count})`}
        </Button>
        <ChoiceField
          label="Sort"
          any="Newest first"
          options={SORT_OPTIONS}
          {...field('sort')}
          className="lg:order-last"
        />
        <Folded isOpen={isOpen}>
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
            // The URL needs the boolean true here, not the text "true".
            onChange={(value) => expiring.onChange(value === '' ? '' : (true as never))}
          />
        </Folded>
      </FilterForm>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <p className="text-small text-text-2">{summary}</p>
        <div className="flex flex-wrap gap-2">
          <SaveCsv search={search} />
          <ViewChoice view={view} onView={onView} />
        </div>
      </div>
    </div>
  );
}

/** Further filter fields. On a phone, they are folded behind a button. */
function Folded({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'col-span-2 grid grid-cols-2 gap-4 sm:contents',
        !isOpen && 'max-sm:hidden',
      )}
    >
      {children}
    </div>
  );
}

function ViewChoice({ view, onView }: { view: CardsView; onView: (view: CardsView) => void }) {
  return (
    <fieldset className="flex rounded-control border border-line-strong">
      <legend className="sr-only">View</legend>
      {(['table', 'binder'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          onClick={() => onView(one)}
          className={classNames(
            'min-h-9 rounded-[5px] px-4 text-small font-semibold',
            view === one ? 'bg-brand-soft text-on-brand-soft underline' : 'text-text-2',
          )}
        >
          {one === 'table' ? 'Table' : 'Binder'}
        </button>
      ))}
    </fieldset>
  );
}

/** Saves all pages of the filtered and sorted list as a CSV file. */
function SaveCsv({ search }: { search: MyCardsSearch }) {
  const cards = useDo(exportMyCards);
  const save = () =>
    cards.mutate(whichCards(search), {
      onSuccess: (text) => saveCsv(text, exportMyCards.savedAs),
      onError: (error) =>
        showToast({ kind: 'error', title: 'Nothing was saved', text: messageOf(error) }),
    });
  return (
    <Button variant="secondary" size="small" busy={cards.isPending} onClick={save}>
      Save as CSV
    </Button>
  );
}
