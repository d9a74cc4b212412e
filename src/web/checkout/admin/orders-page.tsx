// The page with the orders of all users. The URL holds the view, the filters, the page and the open order.
import {
  exportOrders,
  listOrders,
  ORDER_COLUMNS,
  ORDER_ORDERS,
  type OrderSummary,
} from '#contract/checkout-admin.ts';
import { columnsIn, orderIn } from '#contract/paging.ts';
import { formatCad } from '#domain/money.ts';
import { ORDER_FLAGS, ORDER_STATES, type OrderState } from '#domain/order.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { Tabs } from '../../ui/tabs.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { StaffList, type StaffColumn } from '../../admin-kit/staff-list.tsx';
import { useStaffList } from '../../admin-kit/use-staff-list.ts';
import { ChoiceField, DayField, FilterForm, SearchField } from '../../lists/list-fields.tsx';
import { RowLink } from '../../lists/list-page.tsx';
import { POLL_MS, PAGE_LIMIT, periodOf } from '../../admin-kit/listing.ts';
import { OrderDrawer } from './order-drawer.tsx';
import { FLAG_WORDS, METHOD_WORDS, OrderBadges, orderStateWord } from './order-words.tsx';
import { useAsk } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { countGoods } from '../goods.ts';

export const screen = createLazyRoute('/admin/orders')({ component: OrdersPage });

const VIEWS: { name: OrderState | 'all'; label: string }[] = [
  { name: 'all', label: 'All' },
  ...ORDER_STATES.map((state) => ({ name: state, label: orderStateWord(state) })),
];

function OrdersPage() {
  const search = screen.useSearch();
  const { page = 1, state: wanted, method, flag, search: words, from, to } = search;
  const filters = { state: wanted, method, flag, search: words, ...periodOf({ from, to }) };
  const sort = orderIn(ORDER_ORDERS, search.sort);
  const orders = useAsk(
    listOrders,
    { page, limit: PAGE_LIMIT, sort, ...filters },
    { keepsPrevious: true, refetchInterval: POLL_MS },
  );

  const list = useStaffList('orders', '/admin/orders', search, { opens: ['id'] });
  return (
    <AdminFrame title="Orders">
      <Tabs label="Orders" tabs={VIEWS} {...list.tabs('state', 'all')}>
        <FilterForm label="Find orders" className="grid-cols-2 py-5 lg:grid-cols-4">
          <SearchField
            label="Order, payment, e-mail or discount code"
            className="col-span-2 lg:col-span-4"
            {...list.field('search')}
          />
          <ChoiceField
            label="Paid with"
            className="col-span-2 lg:col-span-1"
            any="Anything"
            options={[
              { value: 'balance', label: METHOD_WORDS.balance },
              { value: 'stripe', label: METHOD_WORDS.stripe },
            ]}
            {...list.field('method')}
          />
          <ChoiceField
            label="Show"
            className="col-span-2 lg:col-span-1"
            any="All orders"
            options={ORDER_FLAGS.map((value) => ({ value, label: FLAG_WORDS[value] }))}
            {...list.field('flag')}
          />
          <DayField label="From" {...list.field('from')} />
          <DayField label="To" {...list.field('to')} />
        </FilterForm>
        <StaffList
          list={list}
          query={orders}
          rows={orders.data?.orders}
          label="Orders"
          one="order"
          none={{ text: 'Purchases appear here.' }}
          columns={COLUMNS}
          orders={ORDER_ORDERS}
          file={{
            name: exportOrders.savedAs,
            read: () =>
              call(exportOrders, {
                ...filters,
                sort,
                columns: columnsIn(ORDER_COLUMNS, search.columns),
              }),
          }}
          keyOf={(order) => order.id}
          card={(order) => <OrderTile order={order} />}
        />
      </Tabs>
      {search.id !== undefined && <OrderDrawer id={search.id} onClose={list.close} />}
    </AdminFrame>
  );
}

const COLUMNS: StaffColumn<OrderSummary>[] = [
  { name: 'order', head: 'Order', cell: (order) => <OrderLink order={order} /> },
  {
    name: 'placed',
    head: 'Placed',
    cell: (order) => muted(formatMoment(order.createdAt), 'whitespace-nowrap'),
  },
  {
    name: 'paid',
    head: 'Paid',
    isExtra: true,
    cell: (order) =>
      muted(order.paidAt === null ? '–' : formatMoment(order.paidAt), 'whitespace-nowrap'),
  },
  { name: 'buyer', head: 'Buyer', cell: (order) => muted(order.user.email, 'break-all') },
  {
    name: 'packs',
    head: 'Items',
    align: 'right',
    cell: (order) => (
      <span className="whitespace-nowrap">
        {countGoods({ packs: order.packs, singles: order.singleCount })}
      </span>
    ),
  },
  {
    name: 'singles',
    head: 'Singles',
    align: 'right',
    isExtra: true,
    cell: (order) => order.singleCount,
  },
  { name: 'code', head: 'Code', cell: (order) => muted(order.discountCode ?? '–') },
  { name: 'method', head: 'Paid with', cell: (order) => METHOD_WORDS[order.paymentMethod] },
  { name: 'state', head: 'State', cell: (order) => <OrderBadges order={order} /> },
  {
    name: 'total',
    head: 'Total',
    align: 'right',
    cell: (order) => <span className="whitespace-nowrap">{formatCad(order.total)}</span>,
  },
];

/**
 * A link that shows the first eight characters of the order's id. Eight characters are enough to tell orders apart, and
 * the panel shows the whole id.
 */
function OrderLink({ order }: { order: OrderSummary }) {
  return (
    <RowLink id={order.id} className="whitespace-nowrap">
      {order.id.slice(0, 8)}
    </RowLink>
  );
}

function OrderTile({ order }: { order: OrderSummary }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <OrderLink order={order} />
        <OrderBadges order={order} />
      </div>
      <p className="break-all text-text-2">{order.user.email}</p>
      <p className="flex justify-between gap-4">
        <span className="text-text-2">
          {countGoods({ packs: order.packs, singles: order.singleCount })} ·{' '}
          {METHOD_WORDS[order.paymentMethod]}
          {order.discountCode !== null && ` · ${order.discountCode}`}
        </span>
        <span className="font-semibold whitespace-nowrap">{formatCad(order.total)}</span>
      </p>
      <p className="text-text-2">{formatMoment(order.createdAt)}</p>
    </div>
  );
}
