// A list whose filters, page and open row are in the URL.
import { useNavigate, type LinkProps } from '@tanstack/react-router';

/** What a list has to know of its address. */
export type ListAddress = {
  page: number;
  /** Whether a filter leaves something out. */
  isNarrowed: boolean;
  /** The row that is open beside the list. */
  opened: string | undefined;
  /** What the link of a row opens. */
  linkTo: (id: string) => Pick<LinkProps, 'to' | 'search'>;
  turn: (page: number) => void;
  showAll: () => void;
};

type NameIn<Search> = Exclude<keyof Search & string, 'page'>;

type Parts<Search> = {
  /** What says that something is open beside the list; the links of the rows set the first. */
  opens?: readonly NameIn<Search>[];
  /** What says which list it is: it narrows nothing, and stays when all is shown. */
  keeps?: readonly NameIn<Search>[];
};

/**
 * A change of a filter begins at the first page. What is typed is heard late: a row that was opened meanwhile stays open,
 * and while one is open no other filter can be reached.
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
    // Another page is read from its top.
    turn: (page) => go({ ...filters, page }, true),
    showAll: () => go(without(filters, Object.keys(narrowing))),
    close: () => go(closed),
    /** A filter, for its field. `ends` names those that have no meaning beside another value of it. */
    field: (name: NameIn<Search>, ends?: (value: string) => readonly NameIn<Search>[]) => ({
      value: String(search[name] ?? ''),
      onChange: (value: string) => change(name, value, without(withOpened, ends?.(value) ?? [])),
    }),
    /** A filter that is chosen by tabs; `first` is not in the URL. */
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
