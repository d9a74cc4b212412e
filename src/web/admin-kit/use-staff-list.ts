// The state of an operators' list that is in the URL: what `useListPage` has there, the order and the chosen columns.
import type { ListName } from '#domain/staff-lists.ts';
import { useNavigate, type LinkProps } from '@tanstack/react-router';
import { useListPage, type ListAddress } from '../lists/use-list-page.ts';

type StaffSearch = { page?: number; sort?: string; columns?: string };

export type StaffListAddress = ListAddress & {
  /** The name of the list under which its views are stored. */
  name: ListName;
  sort: string | undefined;
  columns: string | undefined;
  /** The search parameters of what the list shows, as a saved view stores them. */
  shown: Record<string, unknown>;
  order: (sort: string) => void;
  showColumns: (columns: string) => void;
  /** Goes to a view. */
  go: (address: object) => void;
};

type NameIn<Search> = Exclude<keyof Search & string, 'page'>;

export function useStaffList<Search extends StaffSearch>(
  name: ListName,
  to: LinkProps['to'],
  search: Search,
  {
    opens = [],
    selects = [],
  }: { opens?: readonly NameIn<Search>[]; selects?: readonly NameIn<Search>[] } = {},
) {
  const navigate = useNavigate();
  const list = useListPage<Search>(to, search, { opens, selects: [...selects, 'sort', 'columns'] });
  const { field } = useListPage<StaffSearch>(to, search);
  const left: readonly string[] = ['page', ...opens];
  const shown = Object.fromEntries(
    Object.entries(search).filter(([one, value]) => value !== undefined && !left.includes(one)),
  );
  const own: Omit<StaffListAddress, keyof ListAddress> = {
    name,
    sort: search.sort,
    columns: search.columns,
    shown,
    order: field('sort').onChange,
    showColumns: field('columns').onChange,
    go: (address) => void navigate({ to, search: address as never, resetScroll: false }),
  };
  return { ...list, ...own };
}
