// Lists every mail that the shop sent to users. The URL holds the filters, the page and the open mail.
import { listMails, type MailSummary } from '#contract/admin.ts';
import { MAIL_STATES } from '#domain/mail.ts';
import { createLazyRoute } from '@tanstack/react-router';
import type { Column } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/moments.ts';
import { muted } from '../ui/muted.tsx';
import { wordsOf } from '../ui/words-of.ts';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { ChoiceField, FilterForm, SearchField } from '../lists/list-fields.tsx';
import { ListPage, RowLink } from '../lists/list-page.tsx';
import { useListPage } from '../lists/use-list-page.ts';
import { MailDrawer } from './mail-drawer.tsx';
import { MailStateBadge, mailStateWord } from './mail-state.tsx';

import { useAsk } from '../api/ask.ts';
import { POLL_SOON_MS, PAGE_LIMIT } from '../admin-kit/listing.ts';

export const screen = createLazyRoute('/admin/mail')({ component: MailPage });

function MailPage() {
  const search = screen.useSearch();
  const { page = 1, mail: _mail, ...filters } = search;
  const mails = useAsk(
    listMails,
    { page, limit: PAGE_LIMIT, ...filters },
    { keepsPrevious: true, refetchInterval: POLL_SOON_MS },
  );
  const list = useListPage('/admin/mail', search, { opens: ['mail'] });
  return (
    <AdminFrame title="Mail">
      <FilterForm label="Find e-mails" className="pb-5 sm:grid-cols-[minmax(0,320px)_180px]">
        <SearchField label="Address or kind" {...list.field('search')} />
        <ChoiceField
          label="State"
          any="Any state"
          options={MAIL_STATES.map((state) => ({ value: state, label: mailStateWord(state) }))}
          {...list.field('state')}
        />
      </FilterForm>
      <ListPage
        list={list}
        query={mails}
        rows={mails.data?.mails}
        label="E-mails"
        one="e-mail"
        none={{ text: 'Every e-mail that the shop writes appears here.' }}
        columns={COLUMNS}
        keyOf={(mail) => mail.id}
        card={(mail) => <MailTile mail={mail} />}
      />
      {search.mail !== undefined && <MailDrawer id={search.mail} onClose={list.close} />}
    </AdminFrame>
  );
}

const COLUMNS: Column<MailSummary>[] = [
  {
    name: 'written',
    head: 'Written',
    cell: (mail) => muted(formatMoment(mail.createdAt), 'whitespace-nowrap'),
  },
  { name: 'subject', head: 'Subject', cell: (mail) => <MailLink mail={mail} /> },
  { name: 'to', head: 'To', cell: (mail) => muted(mail.to, 'break-all') },
  { name: 'kind', head: 'Kind', cell: (mail) => muted(wordsOf(mail.kind), 'whitespace-nowrap') },
  {
    name: 'state',
    head: 'State',
    align: 'right',
    cell: (mail) => <MailStateBadge state={mail.state} />,
  },
];

function MailLink({ mail }: { mail: MailSummary }) {
  return (
    <RowLink id={mail.id} className="break-words">
      {mail.subject}
    </RowLink>
  );
}

function MailTile({ mail }: { mail: MailSummary }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <MailLink mail={mail} />
        <MailStateBadge state={mail.state} />
      </div>
      <p className="break-all text-text-2">{mail.to}</p>
      <p className="text-text-2">
        {formatMoment(mail.createdAt)} · {wordsOf(mail.kind)}
      </p>
    </div>
  );
}
