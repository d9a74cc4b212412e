// Checks the invariants of money and stock, and lists the actions of operators. The URL holds the view, the filters,
// the page and the open entry.
import { runAudit } from '#contract/admin.ts';
import { listAuditEntries, type AuditEntry } from '#contract/audit-log.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '../admin-kit/use-may.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { formatMoment } from '../ui/moments.ts';
import { wordsOf } from '../ui/words-of.ts';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { DrawerSection, DetailList } from '../admin-kit/drawer.tsx';
import { DayField, FilterForm, SearchField } from '../lists/list-fields.tsx';
import { ListPage, RowLink } from '../lists/list-page.tsx';
import { useListPage } from '../lists/use-list-page.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';

import type { AuditSearch } from './users-search.ts';
import { useAsk } from '../api/ask.ts';
import { PAGE_LIMIT, periodOf } from '../admin-kit/listing.ts';

export const screen = createLazyRoute('/admin/audit')({ component: AuditPage });

function AuditPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const seesAuditLog = useMay(listAuditEntries);
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
        onSelect={(next) =>
          void navigate({
            to: '/admin/audit',
            search: next === 'promises' ? { view: 'promises' } : {},
          })
        }
      >
        <div className="pt-5">
          {view === 'promises' ? <Promises /> : <AuditLog search={search} />}
        </div>
      </Tabs>
    </AdminFrame>
  );
}

type Invariant = { invariant: string; violations: number };

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
  // The audit reads every row of the ledger, so it runs only on request. Its result stays cached until the next
  // request.
  const promises = useAsk(runAudit, {}, { staleTime: Infinity });
  const broken = promises.data?.filter(({ violations }) => violations > 0).length ?? 0;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <output className="block text-small text-text-2">
          {promises.data === undefined
            ? 'This checks every row of money and stock.'
            : broken === 0
              ? `All ${promises.data.length} promises hold as of ${formatMoment(new Date(promises.dataUpdatedAt))}`
              : `${broken} of ${promises.data.length} promises are broken as of ${formatMoment(new Date(promises.dataUpdatedAt))}`}
        </output>
        <Button
          variant="secondary"
          busy={promises.isFetching}
          onClick={() => void promises.refetch()}
        >
          Check again
        </Button>
      </div>
      <WhenLoaded list={promises} what="audit">
        {(counted) => (
          <DataTable
            caption="Promises"
            columns={INVARIANT_COLUMNS}
            rows={counted}
            keyOf={(one) => one.invariant}
            card={(one) => (
              <div className="flex items-start justify-between gap-4 text-small">
                <span>{wordsOf(one.invariant)}</span>
                <Holds violations={one.violations} />
              </div>
            )}
          />
        )}
      </WhenLoaded>
    </div>
  );
}

function AuditLog({ search }: { search: AuditSearch }) {
  const { page = 1, actor, action, subject, from, to } = search;
  const entries = useAsk(
    listAuditEntries,
    { page, limit: PAGE_LIMIT, actor, action, subject, ...periodOf({ from, to }) },
    { keepsPrevious: true },
  );
  const list = useListPage('/admin/audit', search, { opens: ['id'] });
  const open = entries.data?.entries.find((one) => String(one.id) === search.id);
  const narrowedTo = [
    ...(search.action === undefined ? [] : [wordsOf(search.action)]),
    ...(search.actor === undefined
      ? []
      : [`by ${entries.data?.entries[0]?.actor.email ?? search.actor}`]),
  ];
  return (
    <>
      <FilterForm
        label="Find actions"
        className="grid-cols-2 pb-5 lg:grid-cols-[minmax(0,1fr)_160px_160px]"
      >
        <SearchField
          label="Subject ID"
          className="col-span-2 lg:col-span-1"
          {...list.field('subject')}
        />
        <DayField label="From" {...list.field('from')} />
        <DayField label="To" {...list.field('to')} />
      </FilterForm>
      {narrowedTo.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 pb-5 text-small">
          <span>Only: {narrowedTo.join(', ')}</span>
          <Link to="/admin/audit" search={{}} className="link hit-44">
            Show all actions
          </Link>
        </p>
      )}
      <ListPage
        list={list}
        query={entries}
        rows={entries.data?.entries}
        label="Actions"
        one="action"
        what="audit log"
        none={{ text: 'Every change by an operator is recorded here for good.' }}
        columns={COLUMNS}
        keyOf={(entry) => String(entry.id)}
        card={(entry) => <EntryTile entry={entry} />}
      />
      {open && (
        <Dialog isOpen side="right" width={560} title={wordsOf(open.action)} onClose={list.close}>
          <Entry entry={open} />
        </Dialog>
      )}
    </>
  );
}

const COLUMNS: Column<AuditEntry>[] = [
  { name: 'at', head: 'When', cell: (entry) => formatMoment(entry.at) },
  { name: 'action', head: 'What', cell: (entry) => <EntryLink entry={entry} /> },
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

/** Shortens a long id. The first 8 characters are enough to distinguish the ids in one list. */
function shortId(id: string): string {
  return /^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id;
}

function EntryLink({ entry }: { entry: AuditEntry }) {
  return <RowLink id={String(entry.id)}>{wordsOf(entry.action)}</RowLink>;
}

function EntryTile({ entry }: { entry: AuditEntry }) {
  return (
    <div className="grid gap-2 text-small">
      <EntryLink entry={entry} />
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
      <DetailList
        details={[
          ['When', formatMoment(entry.at)],
          [
            'Who',
            <Link
              key="who"
              {...(entry.actor.isKey
                ? { to: '/admin/keys' }
                : { to: '/admin/users', search: { id: entry.actor.id } })}
              className="link hit-44"
            >
              {entry.actor.email}
            </Link>,
          ],
          ['Subject', `${wordsOf(entry.subject.kind)} ${entry.subject.id}`],
          ['IP address', entry.ip],
          ['Request', entry.requestId],
          ['Entry', `No. ${entry.id}`],
          ['Hash', entry.hash],
        ]}
      />
      <Changes name="Before" details={entry.before} />
      <Changes name="After" details={entry.after} />
    </div>
  );
}

function Changes({ name, details }: { name: string; details: Record<string, unknown> | null }) {
  if (details === null) return null;
  return (
    <DrawerSection title={name}>
      <DetailList
        details={Object.entries(details).map(([field, value]) => [
          field,
          typeof value === 'string' ? value : JSON.stringify(value),
        ])}
      />
    </DrawerSection>
  );
}
