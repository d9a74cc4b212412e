// The filters of the history, and its sort order.
import { ChoiceField, FilterForm, SearchField } from '../lists/list-fields.tsx';
import { useListPage } from '../lists/use-list-page.ts';
import type { MyCardsSearch } from './my-cards-search.ts';

const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'dearest', label: 'Most valuable first' },
  { value: 'cheapest', label: 'Least valuable first' },
];

/** The toolbar is shown even above an empty list, so that the user can correct the typed text. */
export function HistoryToolbar({ search }: { search: MyCardsSearch }) {
  const { field } = useListPage<MyCardsSearch>('/my-cards', search, {
    opens: ['card', 'leaf'],
    selects: ['size', 'tab'],
  });
  return (
    <FilterForm label="Which cards" className="mb-5 grid-cols-2 lg:max-w-2xl">
      <SearchField label="Name" {...field('search')} />
      <ChoiceField label="Sort" any="Last left first" options={SORTS} {...field('sort')} />
    </FilterForm>
  );
}
