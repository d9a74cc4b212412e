// The page with the discount codes: the discount of each code, its uses, and when it ends.
import { listDiscountCodes, type DiscountCode } from '#contract/checkout-admin.ts';
import { formatCad } from '#domain/money.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { FilterForm, SearchField } from '../../lists/list-fields.tsx';
import { ListPage, RowLink } from '../../lists/list-page.tsx';
import { useListPage } from '../../lists/use-list-page.ts';
import { PAGE_LIMIT } from '../../admin-kit/listing.ts';
import { ChangeCodeDialog, NewCodeDialog } from './discount-code-dialogs.tsx';
import { useAsk } from '../../api/ask.ts';

export const screen = createLazyRoute('/admin/discount-codes')({ component: DiscountCodesPage });

function DiscountCodesPage() {
  const search = screen.useSearch();
  const { page = 1, code: _code, ...filters } = search;
  const codes = useAsk(
    listDiscountCodes,
    { page, limit: PAGE_LIMIT, ...filters },
    { keepsPrevious: true },
  );
  const list = useListPage('/admin/discount-codes', search, { opens: ['code'] });
  const [isNew, setNew] = useState(false);
  const open = codes.data?.codes.find((one) => one.code === search.code);
  return (
    <AdminFrame title="Discount codes">
      <FilterForm
        label="Find discount codes"
        className="justify-between pb-5 sm:grid-cols-[320px_auto]"
      >
        <SearchField label="Code starts with" {...list.field('search')} />
        <Button className="justify-self-start" onClick={() => setNew(true)}>
          New code
        </Button>
      </FilterForm>
      <ListPage
        list={list}
        query={codes}
        rows={codes.data?.codes}
        label="Discount codes"
        one="discount code"
        none={{ text: 'A code takes a percentage or an amount off an order.' }}
        notFound="No code starts with this."
        columns={COLUMNS}
        keyOf={(one) => one.code}
        card={(one) => <CodeTile code={one} />}
      />
      {isNew && <NewCodeDialog onClose={() => setNew(false)} />}
      {open && <ChangeCodeDialog code={open} onClose={list.close} />}
    </AdminFrame>
  );
}

function worthOf({ percent, amountOff }: DiscountCode): string {
  return percent === null ? `${formatCad(amountOff)} off` : `${percent}% off`;
}

/** Returns the further conditions of a code, or a dash if there are none. */
function termsOf({ usesPerPerson, leastOrder, isFree }: DiscountCode): string {
  const terms = [
    ...(usesPerPerson === null ? [] : [`${usesPerPerson} per person`]),
    ...(leastOrder === null ? [] : [`orders from ${formatCad(leastOrder)}`]),
    ...(isFree ? ['packs may be free'] : []),
  ];
  return terms.join(', ') || '–';
}

function usesOf({ uses, usesMax }: DiscountCode): string {
  return usesMax === null ? `${uses}` : `${uses} of ${usesMax}`;
}

const COLUMNS: Column<DiscountCode>[] = [
  { name: 'code', head: 'Code', cell: (code) => <CodeLink code={code} /> },
  { name: 'worth', head: 'Discount', cell: worthOf },
  { name: 'terms', head: 'Terms', cell: (code) => muted(termsOf(code)) },
  { name: 'uses', head: 'Used', align: 'right', cell: usesOf },
  { name: 'end', head: 'Ends', cell: endOf },
  { name: 'orders', head: 'Orders', cell: (code) => <OrdersLink code={code} /> },
  { name: 'state', head: 'State', align: 'right', cell: (code) => <UsableBadge code={code} /> },
];

function endOf({ expiresAt }: DiscountCode): string {
  return expiresAt === null ? 'Never' : formatMoment(expiresAt);
}

function UsableBadge({ code }: { code: DiscountCode }) {
  return code.isUsable ? <Badge tone="brand">Active</Badge> : <Badge>Ended</Badge>;
}

function CodeLink({ code: { code } }: { code: DiscountCode }) {
  return (
    <RowLink id={code} className="break-all">
      {code}
    </RowLink>
  );
}

function OrdersLink({ code }: { code: DiscountCode }) {
  return (
    <Link to="/admin/orders" search={{ search: code.code }} className="link hit-44">
      Orders using it
    </Link>
  );
}

function CodeTile({ code }: { code: DiscountCode }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <CodeLink code={code} />
        <UsableBadge code={code} />
      </div>
      <p>
        {worthOf(code)} · used {usesOf(code)}
      </p>
      <p className="text-text-2">Terms: {termsOf(code)}</p>
      <p className="flex justify-between gap-4 text-text-2">
        <span>Ends: {endOf(code)}</span>
        <OrdersLink code={code} />
      </p>
    </div>
  );
}
