// The people of the shop. View, filters, page and the open one stand in the address.
import { listUsers, type UserSummary } from '#contract/admin-users.ts';
import { ROLES } from '#domain/access.ts';
import { USER_STATES, type UserState } from '#domain/operators.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import { formatMoment } from '../ui/moments.ts';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { PAGE_LIMIT } from '../admin-kit/listing.ts';
import { ListFoot, SearchField, WhenLoaded } from '../admin-kit/list-parts.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { ROLE_WORDS, STATE_WORDS, UserStateBadge } from './user-words.tsx';
import type { UsersSearch } from './users-search.ts';

export const screen = createLazyRoute('/admin/users')({ component: UsersPage });

const VIEWS: { name: UserState | 'all'; label: string }[] = [
  { name: 'all', label: 'All' },
  ...USER_STATES.map((state) => ({ name: state, label: STATE_WORDS[state] })),
];

function UsersPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const { page = 1, id: _id, ...filters } = search;
  const users = useAsk(listUsers, { page, limit: PAGE_LIMIT, ...filters }, { keepsPrevious: true });
  const go = (next: UsersSearch) => void navigate({ to: '/admin/users', search: next });
  useExistingPage(page, users.data?.pagination.totalPages, (existing) =>
    go({ ...filters, page: existing }),
  );
  const change = (name: 'state' | 'role' | 'search', value: string) => {
    const { [name]: _before, ...rest } = filters;
    go(value === '' ? rest : ({ ...rest, [name]: value } as UsersSearch));
  };

  return (
    <AdminFrame title="Users">
      <Tabs
        label="Users"
        tabs={VIEWS}
        selected={search.state ?? 'all'}
        onSelect={(state) => change('state', state === 'all' ? '' : state)}
      >
        <form
          aria-label="Find users"
          onSubmit={(event) => event.preventDefault()}
          className="grid items-end gap-4 pt-5 sm:grid-cols-[minmax(0,1fr)_200px]"
        >
          <SearchField
            label="E-mail, username, name or id"
            value={filters.search ?? ''}
            onChange={(text) => change('search', text)}
          />
          <Select
            label="Role"
            value={filters.role ?? ''}
            onChange={({ target }) => change('role', target.value)}
            options={[
              { value: '', label: 'Any' },
              ...ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] })),
            ]}
          />
        </form>
        <div className="pt-5">
          <WhenLoaded list={users} what="users">
            {users.data?.users.length === 0 ? (
              <EmptyState
                title="No users found"
                text="Nobody matches these filters."
                action={
                  <Button look="secondary" onClick={() => go({})}>
                    Show all users
                  </Button>
                }
              />
            ) : (
              <DataTable
                caption="Users"
                columns={columns(search)}
                rows={users.data?.users ?? []}
                keyOf={(user) => user.id}
                isSelected={(user) => user.id === search.id}
                card={(user) => <UserTile user={user} search={search} />}
              />
            )}
          </WhenLoaded>
          {users.data && (
            <ListFoot
              className="mt-5"
              label="Users"
              one="user"
              pagination={users.data.pagination}
              page={search.page ?? 1}
              onPage={(page) => go({ ...filters, page })}
            />
          )}
        </div>
      </Tabs>
      {search.id !== undefined && (
        <UserDrawer
          id={search.id}
          onClose={() => {
            const { id: _closed, ...list } = search;
            go(list);
          }}
        />
      )}
    </AdminFrame>
  );
}

function columns(search: UsersSearch): Column<UserSummary>[] {
  return [
    { name: 'email', head: 'E-mail', cell: (user) => <UserLink user={user} search={search} /> },
    { name: 'name', head: 'Name', cell: (user) => user.fullName ?? user.username },
    { name: 'role', head: 'Role', cell: (user) => ROLE_WORDS[user.role] },
    { name: 'guard', head: 'Two-factor', cell: (user) => (user.twoFactorEnabled ? 'On' : '–') },
    { name: 'since', head: 'Since', cell: (user) => formatMoment(user.createdAt) },
    {
      name: 'state',
      head: 'State',
      align: 'right',
      cell: (user) => <UserStateBadge state={user.state} />,
    },
  ];
}

function UserLink({ user, search }: { user: UserSummary; search: UsersSearch }) {
  return (
    <Link
      to="/admin/users"
      search={{ ...search, id: user.id }}
      resetScroll={false}
      className="link hit-44 font-semibold break-all"
    >
      {user.state === 'erased' ? `Erased ${user.id.slice(0, 8)}` : user.email}
    </Link>
  );
}

function UserTile({ user, search }: { user: UserSummary; search: UsersSearch }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <UserLink user={user} search={search} />
        <UserStateBadge state={user.state} />
      </div>
      <p className="text-text-2">
        {user.fullName ?? user.username} · {ROLE_WORDS[user.role]} · since{' '}
        {formatMoment(user.createdAt)}
      </p>
    </div>
  );
}
