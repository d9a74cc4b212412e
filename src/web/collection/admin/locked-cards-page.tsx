// Lists cards that their owners can't sell or ship at the moment. For a card whose thirty days are over, an operator
// grants thirty more days or converts the card to credits. An operator also decides about cards of refunded packs.
import { listLosses } from '#contract/shipping-losses.ts';
import {
  convertExpiredByHand,
  listLockedCards,
  releaseCards,
  takeBackCards,
  type LockedCard,
} from '#contract/collection-admin.ts';
import type { LockReason } from '#domain/card.ts';
import { formatCad, sum } from '#domain/money.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../admin-kit/use-may.ts';
import { messageOf } from '../../api/messages.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { countCards } from '../card-words.ts';
import { Losses } from './losses.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { ListPage, ViewLabel } from '../../lists/list-page.tsx';
import { TickBar, useTicks, type Refused, type Ticks } from '../../lists/ticks.tsx';
import { useListPage } from '../../lists/use-list-page.ts';
import { POLL_MS } from '../../admin-kit/listing.ts';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';

/** The maximum number of cards on a page. It is also the maximum for one decision. */
const DECIDED_AT_ONCE = 50;

export const screen = createLazyRoute('/admin/locked-cards')({ component: LockedCardsPage });

/** The reasons that need an operator's decision come first. */
const REASONS: readonly LockReason[] = ['expired', 'refund', 'shipping_payment', 'dispute'];

const VIEWS: Record<LockReason, { label: string; why: string; none: string }> = {
  expired: {
    label: 'Past thirty days',
    why: 'Their thirty days are over, and their owners have switched conversion off.',
    none: 'No card needs a decision.',
  },
  shipping_payment: {
    label: 'Shipping being paid',
    why: 'Their shipping is being paid by card. The lock ends with the payment, or after half an hour.',
    none: 'Nobody is paying for shipping by card right now.',
  },
  refund: {
    label: 'Refunded',
    why: 'The money for their packs went back to the card outside the shop.',
    none: 'No card belongs to a refunded pack.',
  },
  dispute: {
    label: 'Disputed',
    why: 'The payment for their packs is disputed.',
    none: 'No card belongs to a disputed payment.',
  },
};

function LockedCardsPage() {
  const seesLosses = useMay(listLosses);
  const search = screen.useSearch();
  const locked = useAsk(
    listLockedCards,
    { page: search.page ?? 1, limit: DECIDED_AT_ONCE, reason: search.reason },
    { keepsPrevious: true, refetchInterval: POLL_MS },
  );
  const list = useListPage('/admin/locked-cards', search, { selects: ['reason'] });
  const views = list.tabs('reason', 'expired');
  const reason = views.selected;
  const counts = new Map(locked.data?.counts.map((one) => [one.reason, one.count]));
  const cards = locked.data?.cards ?? [];
  const seen = `${reason} ${list.page}`;
  const ticks = useTicks(
    cards.map(({ cardId }) => cardId),
    seen,
  );
  // Cards can be ticked only if their reason needs an operator's decision.
  const isToDecide = reason === 'expired' || reason === 'refund';

  return (
    <AdminFrame title="Locked cards">
      <Tabs
        label="Why cards are locked"
        tabs={REASONS.map((name) => ({
          name,
          label: (
            <ViewLabel label={VIEWS[name].label} count={locked.data && (counts.get(name) ?? 0)} />
          ),
        }))}
        {...views}
      >
        <p className="py-5 text-small text-text-2">{VIEWS[reason].why}</p>
        <ListPage
          list={list}
          query={locked}
          rows={cards}
          label="Locked cards"
          one="card"
          none={{ title: 'No locked cards', text: VIEWS[reason].none }}
          columns={COLUMNS}
          keyOf={(one) => one.cardId}
          card={(one) => <CardTile card={one} />}
          ticked={isToDecide ? { ticks, name: (one) => one.name } : undefined}
          above={
            isToDecide && (
              <DecisionBar key={seen} ticks={ticks} cards={cards} converts={reason === 'expired'} />
            )
          }
        />
      </Tabs>
      {seesLosses && <Losses />}
    </AdminFrame>
  );
}

const COLUMNS: Column<LockedCard>[] = [
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
  { name: 'owner', head: 'Owner', cell: (one) => muted(one.ownerEmail, 'break-all') },
  { name: 'until', head: 'Thirty days end', cell: (one) => muted(endOf(one), 'whitespace-nowrap') },
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

function edition({ setName, number, finish }: LockedCard): string {
  return `${setName} · ${number} · ${FINISH_WORDS[finish]}`;
}

function endOf({ autoConvertAt }: LockedCard): string {
  return autoConvertAt === null ? '–' : formatMoment(autoConvertAt);
}

function CardTile({ card }: { card: LockedCard }) {
  return (
    <div className="grid gap-1.5 text-small">
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
  );
}

type Decided = {
  successCount: number;
  failureCount: number;
  results: { cardName: string; error: string | null }[];
};

/**
 * Buttons for the decision about the ticked cards. Every operator can grant thirty more days. Only an admin can convert
 * cards to credits or take cards back.
 */
function DecisionBar({
  ticks,
  cards,
  converts,
}: {
  ticks: Ticks;
  cards: LockedCard[];
  /**
   * Whether the cards can be converted to credits. False for cards of refunded packs, because their owners got the
   * money back.
   */
  converts: boolean;
}) {
  const mayDecide = useMay(converts ? convertExpiredByHand : takeBackCards);
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const release = useDo(releaseCards);
  const convert = useDo(convertExpiredByHand);
  const takeBack = useDo(takeBackCards);
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
    if (!converts) return takeBack.mutate({ cardIds: ticks.ids }, outcome('taken back'));
    convert.mutate({ cardIds: ticks.ids }, outcome('converted'));
  };

  return (
    <>
      <TickBar selected={countCards(count)} isShown={count > 0} refused={refused}>
        <Button size="small" busy={release.isPending} onClick={letGo}>
          Release for {CONVERT_AFTER_DAYS} days
        </Button>
        {!converts && mayDecide && (
          <Button
            variant="secondary"
            size="small"
            disabled={release.isPending || takeBack.isPending}
            onClick={() => setAsking(true)}
          >
            Take back
          </Button>
        )}
        {converts && mayDecide && (
          <Button
            variant="secondary"
            size="small"
            disabled={release.isPending || convert.isPending}
            onClick={() => setAsking(true)}
          >
            Convert to credits
          </Button>
        )}
      </TickBar>
      {isAsking && (
        <Confirm
          title={`${converts ? 'Convert' : 'Take back'} ${countCards(count)}?`}
          text={
            converts
              ? `Their owners get ${formatCad(credits)} in credits, and the cards go back to the shop. This can't be undone.`
              : "They become the shop's again, and their owners get nothing for them: the money has gone back to their payment cards. This can't be undone."
          }
          cancel="Keep locked"
          confirm={converts ? 'Convert to credits' : 'Take back'}
          variant="primary"
          busy={convert.isPending || takeBack.isPending}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
