// The state of a list in the URL: its filters, its page and the open row.
import { useNavigate, type LinkProps } from '@tanstack/react-router';

export type ListAddress = {
  page: number;
  /** Whether a filter is active that may hide items. */
  isNarrowed: boolean;
  /** The id of the row that is open beside the list. */
  opened: string | undefined;
  /** Returns the target of a row's link. */
  linkTo: (id: string) => Pick<LinkProps, 'to' | 'search'>;
  turn: (page: number) => void;
  showAll: () => void;
};

type NameIn<Search> = Exclude<keyof Search & string, 'page'>;

type Parts<Search> = {
  /** The parameters of the item that is open beside the list. The link of a row sets the first of them. */
  opens?: readonly NameIn<Search>[];
  /** The parameters that select the list itself, such as a tab. "Show all" does not remove them. */
  keeps?: readonly NameIn<Search>[];
};

/**
 * When a filter changes, the list goes back to its first page. If the user opens a row before a typed filter takes
 * effect, the row stays open.
 */
export function useListPage<Search extends { page?: number }>(
  to: LinkProps['to'],
  search: Search,
  { opens = [], keeps = [] }: Parts<Search> = {},
) {
  const navigate = useNavigate();
  const go = (next: object, resetScroll = false) =>
    void navigate({ to, search: next as never, resetScroll });
  const closed = without(search, opens);
  const filters = without(closed, ['page']);
  const narrowing = without(filters, keeps);
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
    // Turning to another page scrolls to the top.
    turn: (page) => go({ ...filters, page }, true),
    showAll: () => go(without(filters, Object.keys(narrowing))),
    close: () => go(closed),
    /** Returns the props of a filter's field. `ends`: returns the names of other filters that a new value removes. */
    field: (name: NameIn<Search>, ends?: (value: string) => readonly NameIn<Search>[]) => ({
      value: String(search[name] ?? ''),
      onChange: (value: string) => change(name, value, without(withOpened, ends?.(value) ?? [])),
    }),
    /** Returns the props of tabs that select a value. The tab `first` is the default and is not in the URL. */
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
