// Audit: whether the books keep their promises, and what operators did. View, filters, page and the
// open deed stand in the address.
import { isAdmitted } from '#domain/access.ts';
import type { DeedEntry } from '#contract/users.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useVisitor } from '../accounts/visitor.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Banner, EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import { formatMoment } from '../wallet/transaction-words.ts';
import { AdminFrame } from './admin-frame.tsx';
import { countWords, DayField, Facts, SearchField, WhenLoaded } from './list-parts.tsx';
import { useBooksAudit, useDeeds } from './users-queries.ts';
import type { AuditSearch } from './users-search.ts';

export const screen = createLazyRoute('/admin/audit')({ component: AuditPage });

const BOOKS = { name: 'books', label: 'Books' } as const;
const DEEDS = { name: 'deeds', label: 'Deeds' } as const;

/** The books are for moderators too, the deeds for admins. */
function AuditPage() {
  const search = screen.useSearch();
  const me = useVisitor();
  const navigate = useNavigate();
  const go = (next: AuditSearch) => void navigate({ to: '/admin/audit', search: next });
  const maySeeDeeds = me !== null && me !== undefined && isAdmitted(me.role, 'admin');
  const view = maySeeDeeds && search.view === undefined ? 'deeds' : 'books';
  return (
    <AdminFrame title="Audit">
      <Tabs
        label="Audit"
        tabs={maySeeDeeds ? [DEEDS, BOOKS] : [BOOKS]}
        selected={view}
        onSelect={(next) => go(next === 'books' ? { view: next } : {})}
      >
        <div className="pt-5">
          {view === 'deeds' ? <Deeds search={search} go={go} /> : <Books />}
        </div>
      </Tabs>
    </AdminFrame>
  );
}

type Kept = { invariant: string; violations: number };

/** `balance_not_negative` as "Balance not negative". */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Books() {
  const audit = useBooksAudit();
  const promises = audit.data ?? [];
  const broken = promises.filter(({ violations }) => violations > 0);
  return (
    <WhenLoaded list={audit} what="audit">
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-small text-text-2">
            Looked at {formatMoment(new Date(audit.dataUpdatedAt))}
          </p>
          <Button look="secondary" busy={audit.isFetching} onClick={() => void audit.refetch()}>
            Look again
          </Button>
        </div>
        {broken.length === 0 ? (
          <Banner tone="brand" title="Everything holds">
            Each of the {promises.length} promises about money and stock is kept.
          </Banner>
        ) : (
          <Banner title="Something is wrong">
            {broken.length} of {promises.length} promises about money and stock{' '}
            {broken.length === 1 ? 'is' : 'are'} broken.
          </Banner>
        )}
        <DataTable
          caption="Promises"
          columns={PROMISE_COLUMNS}
          // What is broken comes first.
          rows={[...broken, ...promises.filter(({ violations }) => violations === 0)]}
          keyOf={({ invariant }) => invariant}
          card={(promise) => (
            <div className="flex items-start justify-between gap-4 text-small">
              <span className="min-w-0 break-words">{wordsOf(promise.invariant)}</span>
              <Violations promise={promise} />
            </div>
          )}
        />
      </div>
    </WhenLoaded>
  );
}

const PROMISE_COLUMNS: Column<Kept>[] = [
  { name: 'promise', head: 'Promise', cell: ({ invariant }) => wordsOf(invariant) },
  {
    name: 'violations',
    head: 'Violations',
    align: 'right',
    cell: (promise) => <Violations promise={promise} />,
  },
];

function Violations({ promise: { violations } }: { promise: Kept }) {
  return violations === 0 ? (
    <Badge tone="brand">Holds</Badge>
  ) : (
    <Badge tone="danger">{violations} broken</Badge>
  );
}

type DeedsProps = { search: AuditSearch; go: (next: AuditSearch) => void };

function Deeds({ search, go }: DeedsProps) {
  const deeds = useDeeds(search);
  const { page: _page, id: _id, ...filters } = search;
  useExistingPage(search.page ?? 1, deeds.data?.pagination.totalPages, (page) =>
    go({ ...filters, page }),
  );
  const open = deeds.data?.deeds.find(({ id }) => String(id) === search.id);
  return (
    <>
      <Filters filters={filters} onChange={go} />
      <div className="pt-5">
        <WhenLoaded list={deeds} what="log">
          <List deeds={deeds.data?.deeds ?? []} search={search} onClear={() => go({})} />
        </WhenLoaded>
        {deeds.data && (
          <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
            <p className="text-small text-text-2">
              {countWords(deeds.data.pagination.total, 'deed')}
            </p>
            <Pagination
              label="Deeds"
              page={search.page ?? 1}
              totalPages={deeds.data.pagination.totalPages}
              onPage={(page) => go({ ...filters, page })}
            />
          </div>
        )}
      </div>
      {open && (
        <DeedDrawer
          deed={open}
          onClose={() => {
            const { id: _closed, ...list } = search;
            go(list);
          }}
        />
      )}
    </>
  );
}

type Filter = Omit<AuditSearch, 'page' | 'id'>;

/** A change of a filter begins at the first page. */
function Filters({ filters, onChange }: { filters: Filter; onChange: (next: Filter) => void }) {
  const change = (name: keyof Filter, value: string) => {
    const { [name]: _before, ...rest } = filters;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  // The names of deeds are those of the log, `lock_user`; people write "lock user".
  const changeAction = (value: string) => {
    const name = value.toLowerCase().replaceAll(/[^a-z]+/g, '_');
    change('action', name);
  };
  return (
    <div className="grid gap-4">
      <form
        aria-label="Find deeds"
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-2 items-end gap-4 lg:grid-cols-[minmax(0,1fr)_240px_160px_160px]"
      >
        <div className="col-span-2 lg:col-span-1">
          <SearchField
            key={filters.subject ?? ''}
            label="Id of what it was done to"
            value={filters.subject ?? ''}
            onChange={(value) => change('subject', value)}
          />
        </div>
        <div className="col-span-2 lg:col-span-1">
          <SearchField
            key={filters.action ?? ''}
            label="Deed, such as “lock user”"
            value={filters.action?.replaceAll('_', ' ') ?? ''}
            onChange={changeAction}
          />
        </div>
        <DayField label="From" value={filters.from} onChange={(day) => change('from', day)} />
        <DayField label="To" value={filters.to} onChange={(day) => change('to', day)} />
      </form>
      {filters.actor !== undefined && (
        <p className="flex flex-wrap items-center gap-3 text-small text-text-2">
          Only what one operator did.
          <Button look="ghost" onClick={() => change('actor', '')}>
            Everybody&apos;s
          </Button>
        </p>
      )}
    </div>
  );
}

type ListProps = { deeds: DeedEntry[]; search: AuditSearch; onClear: () => void };

function List({ deeds, search, onClear }: ListProps) {
  if (deeds.length === 0) {
    return Object.keys(search).length === 0 ? (
      <EmptyState title="No deeds yet" text="What operators do shows here." />
    ) : (
      <EmptyState
        title="No deeds found"
        text="Nothing matches these filters."
        action={
          <Button look="secondary" onClick={onClear}>
            Show all deeds
          </Button>
        }
      />
    );
  }
  return (
    <DataTable
      caption="Deeds"
      columns={columns(search)}
      rows={deeds}
      keyOf={(deed) => String(deed.id)}
      isSelected={(deed) => String(deed.id) === search.id}
      card={(deed) => <DeedTile deed={deed} search={search} />}
    />
  );
}

function columns(search: AuditSearch): Column<DeedEntry>[] {
  return [
    { name: 'deed', head: 'Deed', cell: (deed) => <DeedLink deed={deed} search={search} /> },
    {
      name: 'when',
      head: 'When',
      cell: (deed) => (
        <span className="whitespace-nowrap text-text-2">{formatMoment(deed.at)}</span>
      ),
    },
    {
      name: 'who',
      head: 'Who',
      cell: (deed) => <span className="break-all text-text-2">{deed.actor.email}</span>,
    },
    {
      name: 'subject',
      head: 'Done to',
      cell: ({ subject }) => (
        <span className="break-all">
          {wordsOf(subject.kind)} <span className="text-text-2">{subject.id}</span>
        </span>
      ),
    },
    {
      name: 'number',
      head: 'No.',
      align: 'right',
      cell: (deed) => <span className="text-text-2">{deed.id}</span>,
    },
  ];
}

function DeedLink({ deed, search }: { deed: DeedEntry; search: AuditSearch }) {
  return (
    <Link
      to="/admin/audit"
      search={{ ...search, id: String(deed.id) }}
      resetScroll={false}
      className="link hit-44 font-semibold whitespace-nowrap"
    >
      {wordsOf(deed.action)}
    </Link>
  );
}

function DeedTile({ deed, search }: { deed: DeedEntry; search: AuditSearch }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <DeedLink deed={deed} search={search} />
        <span className="text-text-2">No. {deed.id}</span>
      </div>
      <p className="break-all">
        {wordsOf(deed.subject.kind)} <span className="text-text-2">{deed.subject.id}</span>
      </p>
      <p className="break-all text-text-2">{deed.actor.email}</p>
      <p className="text-text-2">{formatMoment(deed.at)}</p>
    </div>
  );
}

function DeedDrawer({ deed, onClose }: { deed: DeedEntry; onClose: () => void }) {
  const who = (
    <Link to="/admin/audit" search={{ actor: deed.actor.id }} className="link hit-44">
      {deed.actor.email}
    </Link>
  );
  return (
    <Dialog isOpen side="right" width={560} onClose={onClose} title={wordsOf(deed.action)}>
      <div className="grid gap-6">
        <Facts
          facts={[
            ['Number', deed.id],
            ['When', formatMoment(deed.at)],
            ['Who', who],
            ['Done to', `${wordsOf(deed.subject.kind)} ${deed.subject.id}`],
            ['From', deed.ip],
            ['Request', deed.requestId],
            [
              'Hash',
              <code key="hash" className="break-all">
                {deed.hash}
              </code>,
            ],
          ]}
        />
        <Side title="Before" facts={deed.before} />
        <Side title="After" facts={deed.after} />
      </div>
    </Dialog>
  );
}

function Side({ title, facts }: { title: string; facts: DeedEntry['before'] }) {
  if (facts === null) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-3 text-body font-semibold">{title}</h3>
      <Facts facts={Object.entries(facts).map(([name, value]) => [name, factWords(value)])} />
    </section>
  );
}

function factWords(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
