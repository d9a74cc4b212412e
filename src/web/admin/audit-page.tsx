// Whether the promises about money and stock hold, and what operators did. View, filters, page and the open entry
// stand in the address.
import { runAudit } from '#contract/admin.ts';
import { listAuditEntries, type AuditEntry } from '#contract/audit-log.ts';
import { isAdmitted } from '#domain/access.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useVisitor } from '../accounts/visitor.ts';
import { useAsk } from '../api/ask.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import { formatMoment } from '../ui/moments.ts';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { PAGE_LIMIT, periodOf } from '../admin-kit/listing.ts';
import { ListFoot, DayField, Facts, SearchField, WhenLoaded } from '../admin-kit/list-parts.tsx';
import type { AuditSearch } from './users-search.ts';

export const screen = createLazyRoute('/admin/audit')({ component: AuditPage });

function AuditPage() {
  const me = useVisitor();
  const search = screen.useSearch();
  const navigate = useNavigate();
  const seesAuditLog = Boolean(me && isAdmitted(me.role, 'admin'));
  const go = (next: AuditSearch) => void navigate({ to: '/admin/audit', search: next });
  if (!seesAuditLog) {
    return (
      <AdminFrame title="Audit">
        <Promises />
      </AdminFrame>
    );
  }
  const view = search.view ?? 'log';
  return (
    <AdminFrame title="Audit">
      <Tabs
        label="Audit"
        tabs={[
          { name: 'log', label: 'Audit log' },
          { name: 'promises', label: 'Promises' },
        ]}
        selected={view}
        onSelect={(next) => go(next === 'promises' ? { view: 'promises' } : {})}
      >
        <div className="pt-5">
          {view === 'promises' ? <Promises /> : <AuditLog search={search} go={go} />}
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

function Promises() {
  // It reads every row of the books: asked for by a person, and kept until they ask again.
  const promises = useAsk(runAudit, {}, { staleTime: Infinity });
  const broken = promises.data?.filter(({ violations }) => violations > 0).length ?? 0;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <output className="block text-small text-text-2">
          {promises.data === undefined
            ? 'Every row of money and stock is counted.'
            : broken === 0
              ? `All ${promises.data.length} promises hold: ${formatMoment(new Date(promises.dataUpdatedAt))}`
              : `${broken} of ${promises.data.length} promises are broken: ${formatMoment(new Date(promises.dataUpdatedAt))}`}
        </output>
        <Button look="secondary" busy={promises.isFetching} onClick={() => void promises.refetch()}>
          Count again
        </Button>
      </div>
      <WhenLoaded list={promises} what="audit">
        <DataTable
          caption="Promises"
          columns={INVARIANT_COLUMNS}
          rows={promises.data ?? []}
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

function AuditLog({ search, go }: { search: AuditSearch; go: (next: AuditSearch) => void }) {
  const { page = 1, id: _id, ...filters } = search;
  const { actor, action, subject } = filters;
  const entries = useAsk(
    listAuditEntries,
    { page, limit: PAGE_LIMIT, actor, action, subject, ...periodOf(filters) },
    { keepsPrevious: true },
  );
  useExistingPage(page, entries.data?.pagination.totalPages, (existing) =>
    go({ ...filters, page: existing }),
  );
  const change = (name: 'subject' | 'from' | 'to', value: string) => {
    const { [name]: _before, ...rest } = filters;
    go(value === '' ? rest : { ...rest, [name]: value });
  };
  const open = entries.data?.entries.find((one) => String(one.id) === search.id);
  const narrowedTo = [
    ...(search.action === undefined ? [] : [wordsOf(search.action)]),
    ...(search.actor === undefined
      ? []
      : [`by ${entries.data?.entries[0]?.actor.email ?? search.actor}`]),
  ];
  return (
    <div className="grid gap-5">
      <form
        aria-label="Find actions"
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
            Show all actions
          </Link>
        </p>
      )}
      <WhenLoaded list={entries} what="audit log">
        {entries.data?.entries.length === 0 ? (
          <EmptyState
            title={Object.keys(filters).length === 0 ? 'No actions yet' : 'No actions found'}
            text="What operators change stands here for good."
          />
        ) : (
          <DataTable
            caption="Actions"
            columns={columns(search)}
            rows={entries.data?.entries ?? []}
            keyOf={(entry) => String(entry.id)}
            isSelected={(entry) => String(entry.id) === search.id}
            card={(entry) => <EntryTile entry={entry} search={search} />}
          />
        )}
      </WhenLoaded>
      {entries.data && (
        <ListFoot
          label="Actions"
          one="action"
          pagination={entries.data.pagination}
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
          <Entry entry={open} />
        </Dialog>
      )}
    </div>
  );
}

function columns(search: AuditSearch): Column<AuditEntry>[] {
  return [
    { name: 'at', head: 'When', cell: (entry) => formatMoment(entry.at) },
    { name: 'action', head: 'What', cell: (entry) => <EntryLink entry={entry} search={search} /> },
    {
      name: 'subject',
      head: 'Subject',
      cell: (entry) => (
        <span className="break-all">
          {wordsOf(entry.subject.kind)} {shortId(entry.subject.id)}
        </span>
      ),
    },
    { name: 'actor', head: 'Who', cell: (entry) => entry.actor.email },
  ];
}

/** An id is long; its beginning tells it from its neighbours. */
function shortId(id: string): string {
  return /^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id;
}

function EntryLink({ entry, search }: { entry: AuditEntry; search: AuditSearch }) {
  return (
    <Link
      to="/admin/audit"
      search={{ ...search, id: String(entry.id) }}
      resetScroll={false}
      className="link hit-44 font-semibold"
    >
      {wordsOf(entry.action)}
    </Link>
  );
}

function EntryTile({ entry, search }: { entry: AuditEntry; search: AuditSearch }) {
  return (
    <div className="grid gap-2 text-small">
      <EntryLink entry={entry} search={search} />
      <p className="break-all">
        {wordsOf(entry.subject.kind)} {shortId(entry.subject.id)}
      </p>
      <p className="text-text-2">
        {entry.actor.email} · {formatMoment(entry.at)}
      </p>
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  return (
    <div className="grid gap-8">
      <Facts
        facts={[
          ['When', formatMoment(entry.at)],
          [
            'Who',
            <Link
              key="who"
              to="/admin/users"
              search={{ id: entry.actor.id }}
              className="link hit-44"
            >
              {entry.actor.email}
            </Link>,
          ],
          ['Subject', `${wordsOf(entry.subject.kind)} ${entry.subject.id}`],
          ['From', entry.ip],
          ['Request', entry.requestId],
          ['Entry', `No. ${entry.id}`],
          ['Hash', entry.hash],
        ]}
      />
      <Changes name="Before" facts={entry.before} />
      <Changes name="After" facts={entry.after} />
    </div>
  );
}

function Changes({ name, facts }: { name: string; facts: Record<string, unknown> | null }) {
  if (facts === null) return null;
  return (
    <section aria-labelledby={`entry-${name}`}>
      <h3 id={`entry-${name}`} className="mb-3 text-body font-semibold">
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
