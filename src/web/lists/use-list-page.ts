// The state of a list that is in the URL: its filters, its page and the open row.
import { useNavigate, type LinkProps } from '@tanstack/react-router';

export type ListAddress = {
  page: number;
  /** Whether a filter is active, so that the list may lack items. */
  isNarrowed: boolean;
  /** The id of the row that is open beside the list. */
  opened: string | undefined;
  /** Returns the target of the link that opens a row. */
  linkTo: (id: string) => Pick<LinkProps, 'to' | 'search'>;
  turn: (page: number) => void;
  showAll: () => void;
};

type NameIn<Search> = Exclude<keyof Search & string, 'page'>;

type Parts<Search> = {
  /** The parameters of the item that is open beside the list. A link to a row sets the first of these parameters. */
  opens?: readonly NameIn<Search>[];
  /** The parameters that select the list, such as a tab. "Show all" removes all filters except these parameters. */
  selects?: readonly (NameIn<Search> | 'sort' | 'columns')[];
};

/**
 * Changing a filter goes back to the first page. If the user types into a filter and opens a row before the filter
 * takes effect, the row stays open.
 */
export function useListPage<Search extends { page?: number }>(
  to: LinkProps['to'],
  search: Search,
  { opens = [], selects = [] }: Parts<Search> = {},
) {
  const navigate = useNavigate();
  const go = (next: object, resetScroll = false) =>
    void navigate({ to, search: next as never, resetScroll });
  const closed = without(search, opens);
  const filters = without(closed, ['page']);
  const narrowing = without(filters, selects);
  const [opening] = opens;
  const withOpened = without(search, ['page', ...opens.slice(1)]);
  const change = (name: NameIn<Search>, value: string, from: object = filters) => {
    const others = without(from, [name]);
    go(value === '' ? others : { ...others, [name]: value });
  };
  return {
    page: search.page ?? 1,
    isNarrowed: Object.keys(narrowing).length > 0,
    opened: opening && (search[opening] as string | undefined),
    linkTo: (id) => ({ to, search: { ...closed, ...(opening && { [opening]: id }) } as never }),
    // Shows another page of the list, and scrolls to the top.
    turn: (page) => go({ ...filters, page }, true),
    showAll: () => go(without(filters, Object.keys(narrowing))),
    close: () => go(closed),
    /** Returns the props of a filter's field. `ends`: returns the names of other filters that a new value removes. */
    field: (name: NameIn<Search>, ends?: (value: string) => readonly NameIn<Search>[]) => ({
      value: String(search[name] ?? ''),
      onChange: (value: string) => change(name, value, without(withOpened, ends?.(value) ?? [])),
    }),
    /** Returns the props of tabs that select a value. `first` is the default tab, and the URL does not name it. */
    tabs: <Name extends NameIn<Search>, First extends string>(name: Name, first: First) => ({
      selected: (search[name] ?? first) as Exclude<Search[Name], undefined> | First,
      onSelect: (view: string) => change(name, view === first ? '' : view),
    }),
  } satisfies ListAddress & Record<string, unknown>;
}

function without(from: object, names: readonly string[]): Record<string, unknown> {
  const left = Object.entries(from).filter(
    ([name, value]) => value !== undefined && !names.includes(name),
  );
  return Object.fromEntries(left);
}
