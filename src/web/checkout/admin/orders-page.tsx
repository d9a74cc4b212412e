// Orders: everybody's. View, filters, page and the open order stand in the address.
import { exportOrders, listOrders, type OrderSummary } from '#contract/checkout-admin.ts';
import { formatCad } from '#domain/money.ts';
import { ORDER_STATES, type OrderState } from '#domain/order.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useAsk } from '../../api/ask.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useExistingPage } from '../../ui/use-existing-page.ts';
import { formatMoment } from '../../ui/moments.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { LOOK_AGAIN_MS, PAGE_LIMIT, periodOf } from '../../admin-kit/listing.ts';
import type { OrdersSearch } from './orders-search.ts';
import {
  ListFoot,
  DayField,
  ExportButton,
  SearchField,
  WhenLoaded,
} from '../../admin-kit/list-parts.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { METHOD_WORDS, OrderStateBadge, orderStateWord } from './order-words.tsx';

export const screen = createLazyRoute('/admin/orders')({ component: OrdersPage });

const VIEWS: { name: OrderState | 'all'; label: string }[] = [
  { name: 'all', label: 'All' },
  ...ORDER_STATES.map((state) => ({ name: state, label: orderStateWord(state) })),
];

function OrdersPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const { page = 1, id: _id, ...filters } = search;
  const { state: wanted, method, search: words } = filters;
  const orders = useAsk(
    listOrders,
    { page, limit: PAGE_LIMIT, state: wanted, method, search: words, ...periodOf(filters) },
    { keepsPrevious: true, refetchInterval: LOOK_AGAIN_MS },
  );
  const go = (next: OrdersSearch) => void navigate({ to: '/admin/orders', search: next });
  useExistingPage(page, orders.data?.pagination.totalPages, (existing) =>
    go({ ...filters, page: existing }),
  );
  const view = (state: OrderState | 'all') => {
    const { state: _before, ...rest } = filters;
    go(state === 'all' ? rest : { ...rest, state });
  };

  return (
    <AdminFrame title="Orders">
      <Tabs label="Orders" tabs={VIEWS} selected={search.state ?? 'all'} onSelect={view}>
        <div className="pt-5">
          <Filters filters={filters} onChange={go} />
        </div>
        <div className="pt-5">
          <WhenLoaded list={orders} what="orders">
            <List orders={orders.data?.orders ?? []} search={search} onClear={() => go({})} />
          </WhenLoaded>
          {orders.data && (
            <ListFoot
              className="mt-5"
              label="Orders"
              one="order"
              pagination={orders.data.pagination}
              page={search.page ?? 1}
              onPage={(page) => go({ ...filters, page })}
            />
          )}
        </div>
      </Tabs>
      {search.id !== undefined && (
        <OrderDrawer
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

type Filter = Omit<OrdersSearch, 'page' | 'id'>;

/** A change of a filter begins at the first page. */
function Filters({ filters, onChange }: { filters: Filter; onChange: (next: Filter) => void }) {
  const change = (name: keyof Filter, value: string) => {
    const { [name]: _before, ...rest } = filters;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <form
      aria-label="Find orders"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 items-end gap-4 lg:grid-cols-[minmax(0,1fr)_140px_160px_160px_auto]"
    >
      <div className="col-span-2 lg:col-span-1">
        <SearchField
          label="Order, payment, e-mail or discount code"
          value={filters.search ?? ''}
          onChange={(value) => change('search', value)}
        />
      </div>
      <Select
        label="Paid with"
        className="col-span-2 lg:col-span-1"
        value={filters.method ?? ''}
        onChange={({ target }) => change('method', target.value)}
        options={[
          { value: '', label: 'Anything' },
          { value: 'balance', label: METHOD_WORDS.balance },
          { value: 'stripe', label: METHOD_WORDS.stripe },
        ]}
      />
      <DayField label="From" value={filters.from} onChange={(day) => change('from', day)} />
      <DayField label="To" value={filters.to} onChange={(day) => change('to', day)} />
      <ExportButton row={exportOrders} from={filters.from} to={filters.to} />
    </form>
  );
}

type ListProps = { orders: OrderSummary[]; search: OrdersSearch; onClear: () => void };

function List({ orders, search, onClear }: ListProps) {
  if (orders.length === 0) {
    return Object.keys(search).length === 0 ? (
      <EmptyState title="No orders yet" text="What people buy shows here." />
    ) : (
      <EmptyState
        title="No orders found"
        text="Nothing matches these filters."
        action={
          <Button look="secondary" onClick={onClear}>
            Show all orders
          </Button>
        }
      />
    );
  }
  return (
    <DataTable
      caption="Orders"
      columns={columns(search)}
      rows={orders}
      keyOf={(order) => order.id}
      isSelected={(order) => order.id === search.id}
      card={(order) => <OrderTile order={order} search={search} />}
    />
  );
}

function columns(search: OrdersSearch): Column<OrderSummary>[] {
  return [
    {
      name: 'order',
      head: 'Order',
      cell: (order) => <OrderLink order={order} search={search} />,
    },
    {
      name: 'placed',
      head: 'Placed',
      cell: (order) => (
        <span className="whitespace-nowrap text-text-2">{formatMoment(order.createdAt)}</span>
      ),
    },
    {
      name: 'buyer',
      head: 'Buyer',
      cell: (order) => <span className="break-all text-text-2">{order.user.email}</span>,
    },
    { name: 'packs', head: 'Packs', align: 'right', cell: (order) => order.packs },
    {
      name: 'code',
      head: 'Code',
      cell: (order) => <span className="text-text-2">{order.discountCode ?? '–'}</span>,
    },
    { name: 'method', head: 'Paid with', cell: (order) => METHOD_WORDS[order.paymentMethod] },
    { name: 'state', head: 'State', cell: (order) => <OrderStateBadge state={order.state} /> },
    {
      name: 'total',
      head: 'Total',
      align: 'right',
      cell: (order) => <span className="whitespace-nowrap">{formatCad(order.total)}</span>,
    },
  ];
}

/** The first eight signs tell orders apart for the eye; the whole id stands in the drawer. */
function OrderLink({ order, search }: { order: OrderSummary; search: OrdersSearch }) {
  return (
    <Link
      to="/admin/orders"
      search={{ ...search, id: order.id }}
      resetScroll={false}
      className="link hit-44 font-semibold whitespace-nowrap"
    >
      {order.id.slice(0, 8)}
    </Link>
  );
}

function OrderTile({ order, search }: { order: OrderSummary; search: OrdersSearch }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <OrderLink order={order} search={search} />
        <OrderStateBadge state={order.state} />
      </div>
      <p className="break-all text-text-2">{order.user.email}</p>
      <p className="flex justify-between gap-4">
        <span className="text-text-2">
          {order.packs} {order.packs === 1 ? 'pack' : 'packs'} · {METHOD_WORDS[order.paymentMethod]}
          {order.discountCode !== null && ` · ${order.discountCode}`}
        </span>
        <span className="font-semibold whitespace-nowrap">{formatCad(order.total)}</span>
      </p>
      <p className="text-text-2">{formatMoment(order.createdAt)}</p>
    </div>
  );
}
