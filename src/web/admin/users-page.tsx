// Lists the users of the shop. The URL holds the view, the filters, the page and the open user.
import {
  exportUsers,
  listUsers,
  USER_COLUMNS,
  USER_ORDERS,
  type UserSummary,
} from '#contract/admin-users.ts';
import { columnsIn, orderIn } from '#contract/paging.ts';
import { ROLES } from '#domain/access.ts';
import { USER_STATES, type UserState } from '#domain/operators.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { Tabs } from '../ui/tabs.tsx';
import { formatMoment } from '../ui/moments.ts';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { ChoiceField, FilterForm, SearchField } from '../lists/list-fields.tsx';
import { RowLink } from '../lists/list-page.tsx';
import { StaffList, type StaffColumn } from '../admin-kit/staff-list.tsx';
import { useStaffList } from '../admin-kit/use-staff-list.ts';
import { roleName } from './role-choice.ts';
import { UserDrawer } from './user-drawer.tsx';
import { ROLE_WORDS, STATE_WORDS, UserStateBadge } from './user-words.tsx';

import { useAsk } from '../api/ask.ts';
import { call } from '../api/call.ts';
import { PAGE_LIMIT } from '../admin-kit/listing.ts';

export const screen = createLazyRoute('/admin/users')({ component: UsersPage });

const VIEWS: { name: UserState | 'all'; label: string }[] = [
  { name: 'all', label: 'All' },
  ...USER_STATES.map((state) => ({ name: state, label: STATE_WORDS[state] })),
];

function UsersPage() {
  const search = screen.useSearch();
  const { page = 1, state, role, search: words } = search;
  const filters = { state, role, search: words };
  const sort = orderIn(USER_ORDERS, search.sort);
  const users = useAsk(
    listUsers,
    { page, limit: PAGE_LIMIT, sort, ...filters },
    { keepsPrevious: true },
  );
  const list = useStaffList('users', '/admin/users', search, { opens: ['id'] });
  return (
    <AdminFrame title="Users">
      <Tabs label="Users" tabs={VIEWS} {...list.tabs('state', 'all')}>
        <FilterForm label="Find users" className="py-5 sm:grid-cols-[minmax(0,1fr)_200px]">
          <SearchField label="E-mail, username, name or ID" {...list.field('search')} />
          <ChoiceField
            label="Role"
            any="Any"
            options={ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }))}
            {...list.field('role')}
          />
        </FilterForm>
        <StaffList
          list={list}
          query={users}
          rows={users.data?.users}
          label="Users"
          one="user"
          none={{ text: 'Everyone who signs up appears here.' }}
          columns={COLUMNS}
          orders={USER_ORDERS}
          file={{
            name: exportUsers.savedAs,
            read: () =>
              call(exportUsers, {
                ...filters,
                sort,
                columns: columnsIn(USER_COLUMNS, search.columns),
              }),
          }}
          keyOf={(user) => user.id}
          card={(user) => <UserTile user={user} />}
        />
      </Tabs>
      {search.id !== undefined && <UserDrawer id={search.id} onClose={list.close} />}
    </AdminFrame>
  );
}

const COLUMNS: StaffColumn<UserSummary>[] = [
  { name: 'email', head: 'E-mail', cell: (user) => <UserLink user={user} /> },
  { name: 'name', head: 'Name', cell: (user) => user.fullName ?? user.username },
  { name: 'username', head: 'Username', isExtra: true, cell: (user) => user.username },
  { name: 'role', head: 'Role', cell: (user) => roleName(user) },
  { name: 'guard', head: 'Two-factor', cell: (user) => (user.twoFactorEnabled ? 'On' : '–') },
  { name: 'joined', head: 'Joined', cell: (user) => formatMoment(user.createdAt) },
  {
    name: 'state',
    head: 'State',
    align: 'right',
    cell: (user) => <UserStateBadge state={user.state} />,
  },
];

function UserLink({ user }: { user: UserSummary }) {
  return (
    <RowLink id={user.id} className="break-all">
      {user.state === 'erased' ? `Erased ${user.id.slice(0, 8)}` : user.email}
    </RowLink>
  );
}

function UserTile({ user }: { user: UserSummary }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <UserLink user={user} />
        <UserStateBadge state={user.state} />
      </div>
      <p className="text-text-2">
        {user.fullName ?? user.username} · {roleName(user)} · joined {formatMoment(user.createdAt)}
      </p>
    </div>
  );
}
