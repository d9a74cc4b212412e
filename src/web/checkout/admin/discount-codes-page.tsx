// Discount codes: what they take off, how often they were used, and until when they can be.
import { listDiscountCodes, type DiscountCode } from '#contract/checkout-admin.ts';
import { formatCad } from '#domain/money.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../../api/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useExistingPage } from '../../ui/use-existing-page.ts';
import { formatMoment } from '../../ui/moments.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { PAGE_LIMIT } from '../../admin-kit/listing.ts';
import type { CodesSearch } from './orders-search.ts';
import { ChangeCodeDialog, NewCodeDialog } from './discount-code-dialogs.tsx';
import { ListFoot, SearchField, WhenLoaded } from '../../admin-kit/list-parts.tsx';

export const screen = createLazyRoute('/admin/discount-codes')({ component: DiscountCodesPage });

function DiscountCodesPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const { page = 1, code: opened, ...filters } = search;
  const codes = useAsk(
    listDiscountCodes,
    { page, limit: PAGE_LIMIT, ...filters },
    { keepsPrevious: true },
  );
  const go = (next: CodesSearch) => void navigate({ to: '/admin/discount-codes', search: next });
  useExistingPage(page, codes.data?.pagination.totalPages, (existing) =>
    go({ ...filters, page: existing }),
  );
  const open = codes.data?.codes.find((one) => one.code === opened);

  return (
    <AdminFrame title="Discount codes">
      <form
        aria-label="Find discount codes"
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap items-end justify-between gap-4"
      >
        <div className="w-full sm:w-80">
          <SearchField
            label="How the code begins"
            value={filters.search ?? ''}
            onChange={(text) => go(text === '' ? {} : { search: text })}
          />
        </div>
        <Button onClick={() => setNew(true)}>New code</Button>
      </form>
      <div className="pt-5">
        <WhenLoaded list={codes} what="discount codes">
          {codes.data?.codes.length === 0 ? (
            <EmptyState
              title={filters.search === undefined ? 'No discount codes yet' : 'No codes found'}
              text={
                filters.search === undefined
                  ? 'A code takes a percentage or an amount off an order.'
                  : 'No code begins so.'
              }
            />
          ) : (
            <DataTable
              caption="Discount codes"
              columns={columns(search)}
              rows={codes.data?.codes ?? []}
              keyOf={(one) => one.code}
              isSelected={(one) => one.code === opened}
              card={(one) => <CodeTile code={one} search={search} />}
            />
          )}
        </WhenLoaded>
        {codes.data && (
          <ListFoot
            className="mt-5"
            label="Discount codes"
            one="code"
            pagination={codes.data.pagination}
            page={search.page ?? 1}
            onPage={(page) => go({ ...filters, page })}
          />
        )}
      </div>
      {isNew && <NewCodeDialog onClose={() => setNew(false)} />}
      {open && (
        <ChangeCodeDialog
          code={open}
          onClose={() => {
            const { code: _closed, ...list } = search;
            go(list);
          }}
        />
      )}
    </AdminFrame>
  );
}

function worthOf({ percent, amountOff }: DiscountCode): string {
  return percent === null ? `${formatCad(amountOff)} off` : `${percent}% off`;
}

function usesOf({ uses, usesMax }: DiscountCode): string {
  return usesMax === null ? `${uses}` : `${uses} of ${usesMax}`;
}

function columns(search: CodesSearch): Column<DiscountCode>[] {
  return [
    { name: 'code', head: 'Code', cell: (code) => <CodeLink code={code} search={search} /> },
    { name: 'worth', head: 'Worth', cell: worthOf },
    { name: 'uses', head: 'Used', align: 'right', cell: usesOf },
    { name: 'end', head: 'Ends', cell: (code) => endOf(code) },
    { name: 'orders', head: 'Orders', cell: (code) => <OrdersLink code={code} /> },
    { name: 'state', head: 'State', align: 'right', cell: (code) => <UsableBadge code={code} /> },
  ];
}

function endOf({ expiresAt }: DiscountCode): string {
  return expiresAt === null ? 'Never' : formatMoment(expiresAt);
}

function UsableBadge({ code }: { code: DiscountCode }) {
  return code.isUsable ? <Badge tone="brand">In use</Badge> : <Badge>Ended</Badge>;
}

function CodeLink({ code, search }: { code: DiscountCode; search: CodesSearch }) {
  return (
    <Link
      to="/admin/discount-codes"
      search={{ ...search, code: code.code }}
      resetScroll={false}
      className="link hit-44 font-semibold break-all"
    >
      {code.code}
    </Link>
  );
}

function OrdersLink({ code }: { code: DiscountCode }) {
  return (
    <Link to="/admin/orders" search={{ search: code.code }} className="link hit-44">
      Orders with it
    </Link>
  );
}

function CodeTile({ code, search }: { code: DiscountCode; search: CodesSearch }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <CodeLink code={code} search={search} />
        <UsableBadge code={code} />
      </div>
      <p>
        {worthOf(code)} · used {usesOf(code)}
      </p>
      <p className="flex justify-between gap-4 text-text-2">
        <span>Ends: {endOf(code)}</span>
        <OrdersLink code={code} />
      </p>
    </div>
  );
}
