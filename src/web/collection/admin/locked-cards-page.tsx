// Cards that their owners can do nothing with. Those whose time is over wait for a decision: thirty more
// days, or credits.
import {
  convertExpiredByHand,
  listLockedCards,
  releaseCards,
  type LockedCard,
} from '#contract/collection-admin.ts';
import { isAdmitted } from '#domain/access.ts';
import type { LockReason } from '#domain/card.ts';
import { formatCad, sum } from '#domain/money.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useVisitor } from '../../accounts/visitor.ts';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { FINISH_WORDS } from '../../catalogue/finish-words.ts';
import { countCards } from '../card-words.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useExistingPage } from '../../ui/use-existing-page.ts';
import { formatMoment } from '../../ui/moments.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { ListFoot, WhenLoaded, countedWords } from '../../admin-kit/list-parts.tsx';
import { LOOK_AGAIN_MS } from '../../admin-kit/listing.ts';
import type { LockedSearch } from './locked-search.ts';
import { TickAll, TickOne, useTicks, type Ticks } from '../../admin-kit/ticks.tsx';

export const screen = createLazyRoute('/admin/locked-cards')({ component: LockedCardsPage });

const VIEWS: { name: LockReason; label: string; why: string; none: string }[] = [
  {
    name: 'expired',
    label: 'Past thirty days',
    why: 'Their time is over, and their owners have switched conversion off.',
    none: 'No card waits for a decision.',
  },
  {
    name: 'shipping_payment',
    label: 'Being paid',
    why: 'Their shipping is being paid by card. The lock ends with the payment, or after half an hour.',
    none: 'Nobody is paying for shipping by card now.',
  },
  {
    name: 'dispute',
    label: 'Disputed',
    why: 'The payment for their packs is disputed.',
    none: 'No card belongs to a disputed payment.',
  },
];

/** As many as one decision may be about on one screen. */
const DECIDED_AT_ONCE = 50;

function LockedCardsPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const { page = 1 } = search;
  const list = useAsk(
    listLockedCards,
    { page, limit: DECIDED_AT_ONCE, reason: search.reason },
    { keepsPrevious: true, refetchInterval: LOOK_AGAIN_MS },
  );
  const reason = search.reason ?? 'expired';
  const view = VIEWS.find(({ name }) => name === reason)!;
  const counts = new Map(list.data?.counts.map((one) => [one.reason, one.count]));
  const go = (next: LockedSearch) => void navigate({ to: '/admin/locked-cards', search: next });
  const filters: LockedSearch = search.reason === undefined ? {} : { reason: search.reason };
  useExistingPage(page, list.data?.pagination.totalPages, (existing) =>
    go({ ...filters, page: existing }),
  );

  return (
    <AdminFrame title="Locked cards">
      <Tabs
        label="Why cards are locked"
        tabs={VIEWS.map(({ name, label }) => ({
          name,
          label: (
            <>
              {label}
              {list.data && (
                <span className="font-normal text-text-2">
                  {' '}
                  {countedWords(counts.get(name) ?? 0)}
                </span>
              )}
            </>
          ),
        }))}
        selected={reason}
        onSelect={(next) => go(next === 'expired' ? {} : { reason: next })}
      >
        <p className="pt-5 text-small text-text-2">{view.why}</p>
        <div className="pt-5">
          <WhenLoaded list={list} what="locked cards">
            <List
              key={`${reason} ${page}`}
              cards={list.data?.cards ?? []}
              reason={reason}
              none={view.none}
            />
          </WhenLoaded>
          {list.data && (
            <ListFoot
              className="mt-5"
              label="Locked cards"
              one="card"
              pagination={list.data.pagination}
              page={page}
              onPage={(next) => go({ ...filters, page: next })}
            />
          )}
        </div>
      </Tabs>
    </AdminFrame>
  );
}

function List({ cards, reason, none }: { cards: LockedCard[]; reason: LockReason; none: string }) {
  const shown = useTicks(cards.map(({ cardId }) => cardId));
  // Only where somebody has to decide is there something to tick.
  const ticks = reason === 'expired' ? shown : null;
  return (
    <>
      {ticks && <DecisionBar ticks={ticks} cards={cards} />}
      {cards.length === 0 ? (
        <EmptyState title="No locked cards" text={none} />
      ) : (
        <>
          {ticks && (
            <div className="mb-3 min-[990px]:hidden">
              <TickAll ticks={ticks} />
            </div>
          )}
          <DataTable
            caption="Locked cards"
            columns={columns(ticks)}
            rows={cards}
            keyOf={(one) => one.cardId}
            isSelected={(one) => ticks?.has(one.cardId) ?? false}
            card={(one) => <CardTile card={one} ticks={ticks} />}
          />
        </>
      )}
    </>
  );
}

function columns(ticks: Ticks | null): Column<LockedCard>[] {
  return [
    ...(ticks
      ? [
          {
            name: 'tick',
            head: <TickAll ticks={ticks} hideLabel />,
            cell: (one: LockedCard) => <TickOne ticks={ticks} id={one.cardId} name={one.name} />,
          },
        ]
      : []),
    {
      name: 'card',
      head: 'Card',
      cell: (one) => (
        <span className="grid py-2">
          <span className="font-semibold break-words">{one.name}</span>
          <span className="text-text-2">{edition(one)}</span>
        </span>
      ),
    },
    {
      name: 'owner',
      head: 'Owner',
      cell: (one) => <span className="break-all text-text-2">{one.ownerEmail}</span>,
    },
    {
      name: 'until',
      head: 'Thirty days end',
      cell: (one) => <span className="whitespace-nowrap text-text-2">{endOf(one)}</span>,
    },
    {
      name: 'value',
      head: 'Market value',
      align: 'right',
      cell: (one) => <span className="whitespace-nowrap">{formatCad(one.marketValue)}</span>,
    },
    {
      name: 'credits',
      head: 'Credits',
      align: 'right',
      cell: (one) => (
        <span className="font-semibold whitespace-nowrap">{formatCad(one.sellPrice)}</span>
      ),
    },
  ];
}

function edition({ setName, number, finish }: LockedCard): string {
  return `${setName} · ${number} · ${FINISH_WORDS[finish]}`;
}

function endOf({ autoConvertAt }: LockedCard): string {
  return autoConvertAt === null ? '–' : formatMoment(autoConvertAt);
}

function CardTile({ card, ticks }: { card: LockedCard; ticks: Ticks | null }) {
  return (
    <div className="flex gap-4 text-small">
      {ticks && (
        <div className="pt-0.5">
          <TickOne ticks={ticks} id={card.cardId} name={card.name} />
        </div>
      )}
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="flex items-start justify-between gap-4 font-semibold">
          <span className="min-w-0 break-words">{card.name}</span>
          <span className="whitespace-nowrap">{formatCad(card.sellPrice)}</span>
        </p>
        <p className="text-text-2">{edition(card)}</p>
        <p className="break-all text-text-2">{card.ownerEmail}</p>
        <p className="text-text-2">
          Worth {formatCad(card.marketValue)} · thirty days end {endOf(card)}
        </p>
      </div>
    </div>
  );
}

type Decided = {
  successCount: number;
  failureCount: number;
  results: { cardName: string; error: string | null }[];
};

/** Thirty more days for the ticked cards, or credits for their owners; credits are for admins to give. */
function DecisionBar({ ticks, cards }: { ticks: Ticks; cards: LockedCard[] }) {
  const me = useVisitor();
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<{ title: string; failures: string[] } | null>(null);
  const release = useDo(releaseCards);
  const convert = useDo(convertExpiredByHand);
  const keep = useRef<HTMLButtonElement>(null);
  const isBusy = release.isPending || convert.isPending;
  const count = ticks.ids.length;
  const credits = sum(
    ...cards.filter(({ cardId }) => ticks.has(cardId)).map((one) => one.sellPrice),
  );

  const outcome = (verb: string) => ({
    onSuccess: ({ successCount, failureCount, results }: Decided) => {
      const title = `${countCards(successCount)} ${verb}`;
      if (failureCount === 0) showToast({ kind: 'success', title });
      else {
        const failures = results.flatMap(({ cardName, error }) =>
          error === null ? [] : [`${cardName}: ${error}`],
        );
        setRefused({ title: `${title}, ${failureCount} not`, failures });
      }
      ticks.clear();
    },
    onError: (error: Error) =>
      setRefused({ title: `No card was ${verb}`, failures: [messageOf(error)] }),
    onSettled: () => setAsking(false),
  });
  const letGo = () => {
    setRefused(null);
    release.mutate({ cardIds: ticks.ids }, outcome('released'));
  };
  const confirm = () => {
    setRefused(null);
    convert.mutate({ cardIds: ticks.ids }, outcome('converted'));
  };

  return (
    <>
      {refused && (
        <div className="mb-4">
          <Banner title={refused.title}>
            <ul className="grid gap-1">
              {refused.failures.map((failure, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- Two cards of one name may fail alike.
                <li key={at}>{failure}</li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      {count > 0 && (
        <div className="sticky top-[calc(var(--header)+8px)] z-10 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-brand-soft px-4 py-2 text-small font-semibold text-on-brand-soft">
          <output>{countCards(count)} selected</output>
          <div className="flex flex-wrap gap-2">
            <Button size="small" busy={release.isPending} onClick={letGo}>
              Release for {CONVERT_AFTER_DAYS} days
            </Button>
            {me && isAdmitted(me.role, 'admin') && (
              <Button
                look="secondary"
                size="small"
                disabled={isBusy}
                onClick={() => setAsking(true)}
              >
                Convert to credits
              </Button>
            )}
          </div>
        </div>
      )}
      {isAsking && (
        <Dialog
          isOpen
          role="alertdialog"
          title={`Convert ${countCards(count)}?`}
          onClose={() => setAsking(false)}
          canClose={!isBusy}
          initialFocus={keep}
          width={460}
        >
          <p className="text-text-2">
            Their owners get {formatCad(credits)} in credits, and the cards go back to the shop.
            This can&apos;t be undone.
          </p>
          <div className="mt-6 grid gap-3 sm:grid-cols-2">
            <Button ref={keep} look="secondary" disabled={isBusy} onClick={() => setAsking(false)}>
              Keep locked
            </Button>
            <Button busy={convert.isPending} onClick={confirm}>
              Convert to credits
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
