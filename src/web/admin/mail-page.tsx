// Mail: everything the shop wrote to people. Filters, page and the open mail stand in the address.
import { listMails, type MailSummary } from '#contract/admin.ts';
import { MAIL_STATES } from '#domain/mail.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import { formatMoment } from '../ui/moments.ts';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { LOOK_SOON_MS, PAGE_LIMIT } from '../admin-kit/listing.ts';
import { SearchField } from '../admin-kit/list-parts.tsx';
import { MailDrawer } from './mail-drawer.tsx';
import type { MailSearch } from './mail-search.ts';
import { kindWords, MailStateBadge, mailStateWord } from './mail-state.tsx';

export const screen = createLazyRoute('/admin/mail')({ component: MailPage });

function MailPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const { page = 1, mail: _mail, ...filters } = search;
  const mails = useAsk(
    listMails,
    { page, limit: PAGE_LIMIT, ...filters },
    { keepsPrevious: true, refetchInterval: LOOK_SOON_MS },
  );
  const go = (next: MailSearch) => void navigate({ to: '/admin/mail', search: next });
  useExistingPage(page, mails.data?.pagination.totalPages, (existing) =>
    go({ ...filters, page: existing }),
  );

  return (
    <AdminFrame title="Mail">
      <Filters filters={filters} onChange={go} />
      <div className="pt-5">
        {mails.data ? (
          <List mails={mails.data.mails} search={search} onClear={() => go({})} />
        ) : mails.isError ? (
          <ErrorState
            title="Failed to load the mails"
            text={messageOf(mails.error)}
            onRetry={() => void mails.refetch()}
          />
        ) : (
          <Loading text="Loading mails…">
            <Skeleton className="mt-6 h-80" />
          </Loading>
        )}
        {mails.data && (
          <div className="mt-5 flex justify-end">
            <Pagination
              label="Mails"
              page={page}
              totalPages={mails.data.pagination.totalPages}
              onPage={(next) => go({ ...filters, page: next })}
            />
          </div>
        )}
      </div>
      {search.mail !== undefined && (
        <MailDrawer
          id={search.mail}
          onClose={() => {
            const { mail: _closed, ...list } = search;
            go(list);
          }}
        />
      )}
    </AdminFrame>
  );
}

type Filter = Omit<MailSearch, 'page' | 'mail'>;

/** A change of a filter begins at the first page. */
function Filters({ filters, onChange }: { filters: Filter; onChange: (next: Filter) => void }) {
  const change = (name: keyof Filter, value: string) => {
    const { [name]: _before, ...rest } = filters;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <form
      aria-label="Find mails"
      onSubmit={(event) => {
        event.preventDefault();
      }}
      className="grid items-end gap-4 sm:grid-cols-[minmax(0,320px)_180px]"
    >
      <SearchField
        label="Address, subject or kind"
        value={filters.search ?? ''}
        onChange={(search) => change('search', search)}
      />
      <Select
        label="State"
        value={filters.state ?? ''}
        onChange={({ target }) => change('state', target.value)}
        options={[
          { value: '', label: 'Any state' },
          ...MAIL_STATES.map((state) => ({ value: state, label: mailStateWord(state) })),
        ]}
      />
    </form>
  );
}

type ListProps = { mails: MailSummary[]; search: MailSearch; onClear: () => void };

function List({ mails, search, onClear }: ListProps) {
  if (mails.length === 0) {
    return search.state === undefined && search.search === undefined ? (
      <EmptyState title="No mails yet" text="What the shop writes to people shows here." />
    ) : (
      <EmptyState
        title="No mails found"
        text="Nothing matches these filters."
        action={
          <Button look="secondary" onClick={onClear}>
            Show all mails
          </Button>
        }
      />
    );
  }
  return (
    <DataTable
      caption="Mails"
      columns={columns(search)}
      rows={mails}
      keyOf={(mail) => mail.id}
      isSelected={(mail) => mail.id === search.mail}
      card={(mail) => <MailTile mail={mail} search={search} />}
    />
  );
}

const muted = (text: ReactNode) => <span className="whitespace-nowrap text-text-2">{text}</span>;

function columns(search: MailSearch): Column<MailSummary>[] {
  return [
    { name: 'written', head: 'Written', cell: (mail) => muted(formatMoment(mail.createdAt)) },
    {
      name: 'subject',
      head: 'Subject',
      cell: (mail) => <MailLink mail={mail} search={search} />,
    },
    {
      name: 'to',
      head: 'To',
      cell: (mail) => <span className="break-all text-text-2">{mail.to}</span>,
    },
    { name: 'kind', head: 'Kind', cell: (mail) => muted(kindWords(mail.kind)) },
    {
      name: 'state',
      head: 'State',
      align: 'right',
      cell: (mail) => <MailStateBadge state={mail.state} />,
    },
  ];
}

function MailLink({ mail, search }: { mail: MailSummary; search: MailSearch }) {
  return (
    <Link
      to="/admin/mail"
      search={{ ...search, mail: mail.id }}
      resetScroll={false}
      className="link hit-44 font-semibold break-words"
    >
      {mail.subject}
    </Link>
  );
}

function MailTile({ mail, search }: { mail: MailSummary; search: MailSearch }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <MailLink mail={mail} search={search} />
        <MailStateBadge state={mail.state} />
      </div>
      <p className="break-all text-text-2">{mail.to}</p>
      <p className="text-text-2">
        {formatMoment(mail.createdAt)} · {kindWords(mail.kind)}
      </p>
    </div>
  );
}
