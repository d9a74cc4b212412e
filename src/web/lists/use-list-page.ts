// A list whose filters, page and open row are in the URL.
import { useNavigate, type LinkProps } from '@tanstack/react-router';

/** A list's state in the URL. */
export type ListAddress = {
  page: number;
  /** Whether a filter is active that hides items. */
  isNarrowed: boolean;
  /** The row that is open beside the list. */
  opened: string | undefined;
  /** The target of a row's link. */
  linkTo: (id: string) => Pick<LinkProps, 'to' | 'search'>;
  turn: (page: number) => void;
  showAll: () => void;
};

type NameIn<Search> = Exclude<keyof Search & string, 'page'>;

type Parts<Search> = {
  /** The parameters of what is open beside the list. A row's link sets the first of them. */
  opens?: readonly NameIn<Search>[];
  /** The parameters that identify the list. They do not filter it, and they stay when all rows are shown. */
  keeps?: readonly NameIn<Search>[];
};

/**
 * A changed filter returns to the first page. Typed filters take effect with a delay. A row that was opened in the
 * meantime stays open; while one is open, the user can't reach another filter.
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
    // A new page scrolls to its top.
    turn: (page) => go({ ...filters, page }, true),
    showAll: () => go(without(filters, Object.keys(narrowing))),
    close: () => go(closed),
    /** A filter, for its field. `ends` returns the filters that have no meaning with the new value. */
    field: (name: NameIn<Search>, ends?: (value: string) => readonly NameIn<Search>[]) => ({
      value: String(search[name] ?? ''),
      onChange: (value: string) => change(name, value, without(withOpened, ends?.(value) ?? [])),
    }),
    /** A filter that the user chooses by tabs; `first` is not in the URL. */
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
