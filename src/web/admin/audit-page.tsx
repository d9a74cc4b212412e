// Whether the books hold their promises, and what operators did. View, filters, page and the open entry
// stand in the address.
import type { DeedEntry } from '#contract/users.ts';
import { isAdmitted } from '#domain/access.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useVisitor } from '../accounts/visitor.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import { formatMoment } from '../wallet/transaction-words.ts';
import { AdminFrame } from './admin-frame.tsx';
import { ListFoot, DayField, Facts, SearchField, WhenLoaded } from './list-parts.tsx';
import { useBooksAudit, useDeeds } from './users-queries.ts';
import type { AuditSearch } from './users-search.ts';

export const screen = createLazyRoute('/admin/audit')({ component: AuditPage });

function AuditPage() {
  const me = useVisitor();
  const search = screen.useSearch();
  const navigate = useNavigate();
  const seesDeeds = Boolean(me && isAdmitted(me.role, 'admin'));
  const go = (next: AuditSearch) => void navigate({ to: '/admin/audit', search: next });
  if (!seesDeeds) {
    return (
      <AdminFrame title="Audit">
        <Books />
      </AdminFrame>
    );
  }
  const view = search.view ?? 'deeds';
  return (
    <AdminFrame title="Audit">
      <Tabs
        label="Audit"
        tabs={[
          { name: 'deeds', label: 'Deeds' },
          { name: 'books', label: 'Books' },
        ]}
        selected={view}
        onSelect={(next) => go(next === 'books' ? { view: 'books' } : {})}
      >
        <div className="pt-5">
          {view === 'books' ? <Books /> : <Deeds search={search} go={go} />}
        </div>
      </Tabs>
    </AdminFrame>
  );
}

type Invariant = { invariant: string; violations: number };

/** `ledger_sums_to_zero` reads "Ledger sums to zero". */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const INVARIANT_COLUMNS: Column<Invariant>[] = [
  { name: 'invariant', head: 'Promise', cell: ({ invariant }) => wordsOf(invariant) },
  {
    name: 'violations',
    head: 'Violations',
    align: 'right',
    cell: ({ violations }) => violations.toLocaleString('en-CA'),
  },
  {
    name: 'state',
    head: 'State',
    align: 'right',
    cell: (one) => <Holds violations={one.violations} />,
  },
];

function Holds({ violations }: { violations: number }) {
  return violations === 0 ? <Badge tone="brand">Holds</Badge> : <Badge tone="danger">Broken</Badge>;
}

function Books() {
  const books = useBooksAudit();
  const broken = books.data?.filter(({ violations }) => violations > 0).length ?? 0;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <output className="block text-small text-text-2">
          {books.data === undefined
            ? 'Every row of money and stock is counted.'
            : broken === 0
              ? `All ${books.data.length} promises hold: ${formatMoment(new Date(books.dataUpdatedAt))}`
              : `${broken} of ${books.data.length} promises are broken: ${formatMoment(new Date(books.dataUpdatedAt))}`}
        </output>
        <Button look="secondary" busy={books.isFetching} onClick={() => void books.refetch()}>
          Count again
        </Button>
      </div>
      <WhenLoaded list={books} what="audit">
        <DataTable
          caption="Promises"
          columns={INVARIANT_COLUMNS}
          rows={books.data ?? []}
          keyOf={(one) => one.invariant}
          card={(one) => (
            <div className="flex items-start justify-between gap-4 text-small">
              <span>{wordsOf(one.invariant)}</span>
              <Holds violations={one.violations} />
            </div>
          )}
        />
      </WhenLoaded>
    </div>
  );
}

function Deeds({ search, go }: { search: AuditSearch; go: (next: AuditSearch) => void }) {
  const deeds = useDeeds(search);
  const { page: _page, id: _id, ...filters } = search;
  useExistingPage(search.page ?? 1, deeds.data?.pagination.totalPages, (page) =>
    go({ ...filters, page }),
  );
  const change = (name: 'subject' | 'from' | 'to', value: string) => {
    const { [name]: _before, ...rest } = filters;
    go(value === '' ? rest : { ...rest, [name]: value });
  };
  const open = deeds.data?.deeds.find((one) => String(one.id) === search.id);
  const narrowedTo = [
    ...(search.action === undefined ? [] : [wordsOf(search.action)]),
    ...(search.actor === undefined
      ? []
      : [`by ${deeds.data?.deeds[0]?.actor.email ?? search.actor}`]),
  ];
  return (
    <div className="grid gap-5">
      <form
        aria-label="Find deeds"
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-2 items-end gap-4 lg:grid-cols-[minmax(0,1fr)_160px_160px]"
      >
        <div className="col-span-2 lg:col-span-1">
          <SearchField
            label="Id of what it was done to"
            value={filters.subject ?? ''}
            onChange={(text) => change('subject', text)}
          />
        </div>
        <DayField label="From" value={filters.from} onChange={(day) => change('from', day)} />
        <DayField label="To" value={filters.to} onChange={(day) => change('to', day)} />
      </form>
      {narrowedTo.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 text-small">
          <span>Only: {narrowedTo.join(', ')}</span>
          <Link to="/admin/audit" search={{}} className="link hit-44">
            Show all deeds
          </Link>
        </p>
      )}
      <WhenLoaded list={deeds} what="deeds">
        {deeds.data?.deeds.length === 0 ? (
          <EmptyState
            title={Object.keys(filters).length === 0 ? 'No deeds yet' : 'No deeds found'}
            text="What operators change stands here for good."
          />
        ) : (
          <DataTable
            caption="Deeds"
            columns={columns(search)}
            rows={deeds.data?.deeds ?? []}
            keyOf={(deed) => String(deed.id)}
            isSelected={(deed) => String(deed.id) === search.id}
            card={(deed) => <DeedTile deed={deed} search={search} />}
          />
        )}
      </WhenLoaded>
      {deeds.data && (
        <ListFoot
          label="Deeds"
          one="deed"
          pagination={deeds.data.pagination}
          page={search.page ?? 1}
          onPage={(page) => go({ ...filters, page })}
        />
      )}
      {open && (
        <Dialog
          isOpen
          side="right"
          width={560}
          title={wordsOf(open.action)}
          onClose={() => {
            const { id: _closed, ...list } = search;
            go(list);
          }}
        >
          <Deed deed={open} />
        </Dialog>
      )}
    </div>
  );
}

function columns(search: AuditSearch): Column<DeedEntry>[] {
  return [
    { name: 'at', head: 'When', cell: (deed) => formatMoment(deed.at) },
    { name: 'action', head: 'What', cell: (deed) => <DeedLink deed={deed} search={search} /> },
    {
      name: 'subject',
      head: 'To what',
      cell: (deed) => (
        <span className="break-all">
          {wordsOf(deed.subject.kind)} {shortId(deed.subject.id)}
        </span>
      ),
    },
    { name: 'actor', head: 'Who', cell: (deed) => deed.actor.email },
  ];
}

/** An id is long; its beginning tells it from its neighbours. */
function shortId(id: string): string {
  return /^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id;
}

function DeedLink({ deed, search }: { deed: DeedEntry; search: AuditSearch }) {
  return (
    <Link
      to="/admin/audit"
      search={{ ...search, id: String(deed.id) }}
      resetScroll={false}
      className="link hit-44 font-semibold"
    >
      {wordsOf(deed.action)}
    </Link>
  );
}

function DeedTile({ deed, search }: { deed: DeedEntry; search: AuditSearch }) {
  return (
    <div className="grid gap-2 text-small">
      <DeedLink deed={deed} search={search} />
      <p className="break-all">
        {wordsOf(deed.subject.kind)} {shortId(deed.subject.id)}
      </p>
      <p className="text-text-2">
        {deed.actor.email} · {formatMoment(deed.at)}
      </p>
    </div>
  );
}

function Deed({ deed }: { deed: DeedEntry }) {
  return (
    <div className="grid gap-8">
      <Facts
        facts={[
          ['When', formatMoment(deed.at)],
          [
            'Who',
            <Link
              key="who"
              to="/admin/users"
              search={{ id: deed.actor.id }}
              className="link hit-44"
            >
              {deed.actor.email}
            </Link>,
          ],
          ['To what', `${wordsOf(deed.subject.kind)} ${deed.subject.id}`],
          ['From', deed.ip],
          ['Request', deed.requestId],
          ['Entry', `No. ${deed.id}`],
          ['Hash', deed.hash],
        ]}
      />
      <Changes name="Before" facts={deed.before} />
      <Changes name="After" facts={deed.after} />
    </div>
  );
}

function Changes({ name, facts }: { name: string; facts: Record<string, unknown> | null }) {
  if (facts === null) return null;
  return (
    <section aria-labelledby={`deed-${name}`}>
      <h3 id={`deed-${name}`} className="mb-3 text-body font-semibold">
        {name}
      </h3>
      <Facts
        facts={Object.entries(facts).map(([field, value]) => [
          field,
          typeof value === 'string' ? value : JSON.stringify(value),
        ])}
      />
    </section>
  );
}
