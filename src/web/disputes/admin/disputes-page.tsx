// The page with the payments that cardholders dispute at their banks. The URL holds the view, the page and the open
// dispute.
import { listDisputes, type DisputeSummary } from '#contract/disputes-admin.ts';
import type { DisputeState } from '#domain/dispute-state.ts';
import { formatCad } from '#domain/money.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { POLL_MS, PAGE_LIMIT } from '../../admin-kit/listing.ts';
import { useAsk } from '../../api/ask.ts';
import { ListPage, RowLink, ViewLabel } from '../../lists/list-page.tsx';
import { useListPage } from '../../lists/use-list-page.ts';
import type { Column } from '../../ui/data-table.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { wordsOf } from '../../ui/words-of.ts';
import { DisputeDrawer } from './dispute-drawer.tsx';
import {
  DisputeStateBadge,
  disputeStateWord,
  canStillRespond,
  PURPOSE_WORDS,
} from './dispute-words.tsx';

export const screen = createLazyRoute('/admin/disputes')({ component: DisputesPage });

const VIEWS: readonly (DisputeState | 'all')[] = [
  'open',
  'inquiry',
  'won',
  'lost',
  'closed',
  'all',
];

function DisputesPage() {
  const search = screen.useSearch();
  const { page = 1, state: wanted = 'open' } = search;
  const disputes = useAsk(
    listDisputes,
    { page, limit: PAGE_LIMIT, state: wanted === 'all' ? undefined : wanted },
    { keepsPrevious: true, refetchInterval: POLL_MS },
  );
  const list = useListPage('/admin/disputes', search, { opens: ['id'], selects: ['state'] });
  const counts = new Map(disputes.data?.counts.map((one) => [one.state, one.count]));
  return (
    <AdminFrame title="Disputes">
      <Tabs
        label="Disputes"
        tabs={VIEWS.map((name) => ({
          name,
          label:
            name === 'all' ? (
              'All'
            ) : (
              <ViewLabel
                label={disputeStateWord(name)}
                count={disputes.data && (counts.get(name) ?? 0)}
              />
            ),
        }))}
        {...list.tabs('state', 'open')}
      >
        <p className="py-5 text-small text-text-2">
          A bank takes a disputed payment back and decides later. Send the shop’s evidence to the
          card provider before the date shown.
        </p>
        <ListPage
          list={list}
          query={disputes}
          rows={disputes.data?.disputes}
          label="Disputes"
          one="dispute"
          none={{ text: 'Payments that a cardholder disputes with the bank appear here.' }}
          columns={COLUMNS}
          keyOf={(dispute) => dispute.id}
          card={(dispute) => <DisputeTile dispute={dispute} />}
        />
      </Tabs>
      {search.id !== undefined && <DisputeDrawer id={search.id} onClose={list.close} />}
    </AdminFrame>
  );
}

const COLUMNS: Column<DisputeSummary>[] = [
  { name: 'dispute', head: 'Dispute', cell: (one) => <DisputeLink dispute={one} /> },
  {
    name: 'raised',
    head: 'Raised',
    cell: (one) => muted(formatMoment(one.raisedAt), 'whitespace-nowrap'),
  },
  { name: 'buyer', head: 'Account', cell: (one) => muted(one.user.email, 'break-all') },
  { name: 'purpose', head: 'Paid for', cell: (one) => PURPOSE_WORDS[one.purpose] },
  { name: 'reason', head: 'Reason', cell: (one) => wordsOf(one.reason) },
  { name: 'due', head: 'Evidence due', cell: (one) => muted(dueOf(one), 'whitespace-nowrap') },
  { name: 'state', head: 'State', cell: (one) => <DisputeStateBadge state={one.state} /> },
  {
    name: 'amount',
    head: 'Amount',
    align: 'right',
    cell: (one) => <span className="whitespace-nowrap">{formatCad(one.amount)}</span>,
  },
];

/** Returns the deadline for the shop's response; a dash if there is none, or if it is too late to respond. */
function dueOf({ state, evidenceDueAt }: DisputeSummary): string {
  return canStillRespond(state) && evidenceDueAt !== null ? formatMoment(evidenceDueAt) : '–';
}

/**
 * A link that shows the first eight characters of the dispute's id. Eight characters are enough to tell disputes apart,
 * and the panel shows the whole id.
 */
function DisputeLink({ dispute }: { dispute: DisputeSummary }) {
  return (
    <RowLink id={dispute.id} className="whitespace-nowrap">
      {dispute.id.slice(0, 8)}
    </RowLink>
  );
}

function DisputeTile({ dispute }: { dispute: DisputeSummary }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <DisputeLink dispute={dispute} />
        <DisputeStateBadge state={dispute.state} />
      </div>
      <p className="break-all text-text-2">{dispute.user.email}</p>
      <p className="flex justify-between gap-4">
        <span className="text-text-2">
          {PURPOSE_WORDS[dispute.purpose]} · {wordsOf(dispute.reason)}
        </span>
        <span className="font-semibold whitespace-nowrap">{formatCad(dispute.amount)}</span>
      </p>
      <p className="text-text-2">
        {canStillRespond(dispute.state)
          ? `Evidence due ${dueOf(dispute)}`
          : formatMoment(dispute.raisedAt)}
      </p>
    </div>
  );
}
