// The panel with one physical pack, beside the list of packs. It shows the pack's history and what an admin can do with
// it. An admin must state a reason to see the contents of a sealed pack, and the server records each view.
import { showOrder } from '#contract/checkout-admin.ts';
import { putCardPhotograph } from '#contract/stock-photographs-admin.ts';
import { showStockedPack, type StockedPackDetail } from '#contract/admin-stock.ts';
import { lookIntoPack, putPackBack, withdrawPack } from '#contract/stock-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { formatCad, sum } from '#domain/money.ts';
import { SEAL_KIND_WORDS } from '#domain/seal.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { WhenMay } from '../../admin-kit/when-may.tsx';
import { useMay } from '../../admin-kit/use-may.ts';
import { messageOf } from '../../api/messages.ts';
import { StatusBadge } from '../../catalogue/status-badge.tsx';
import { CardImage } from '../../ui/art.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Drawer, DrawerSection, DetailList } from '../../admin-kit/drawer.tsx';
import { useBegins } from '../../admin-kit/begun-act.ts';
import { ReasonForm } from '../../admin-kit/reason-form.tsx';

import { PackPhotographs } from './stock-photographs.tsx';
import type { StockSearch } from './stock-search.ts';
import { PACK_MOVE_WORDS, PackStateBadge } from './stock-words.tsx';
import { useDo } from '../../api/do.ts';
import { useAsk } from '../../api/ask.ts';

type DrawerProps = { id: string; search: StockSearch; onClose: () => void };

export function StockDrawer({ id, search, onClose }: DrawerProps) {
  // The pack is not refetched on focus, because the server records each view of a user's sealed pack.
  const pack = useAsk(showStockedPack, { id }, { refetchOnWindowFocus: false });
  const title = pack.data ? `Pack ${pack.data.serial}` : 'Pack';
  return (
    <Drawer title={title} what="pack" query={pack} onClose={onClose}>
      {(found) => <Pack pack={found} search={search} />}
    </Drawer>
  );
}

function Pack({ pack, search }: { pack: StockedPackDetail; search: StockSearch }) {
  const mayWithdraw = useMay(withdrawPack);
  const mayPhotograph = useMay(putCardPhotograph);
  return (
    <div className="grid gap-6">
      <DetailList
        details={[
          ['Pack type', pack.packTypeName],
          ['State', <PackStateBadge key="state" state={pack.state} />],
          [
            'Certification',
            <Link
              key="certification"
              to="/verify/$physicalPackId"
              params={{ physicalPackId: pack.id }}
              className="link hit-44"
            >
              {pack.certificationNumber}
            </Link>,
          ],
          ...(pack.buyer === null ? [] : [['Buyer', pack.buyer.email] as const]),
          ['What it is', SEAL_KIND_WORDS[pack.sealKind]],
          ...(pack.awaitsDrop ? [['Waits for', 'A drop'] as const] : []),
          ...(pack.supplier === null ? [] : [['Supplier', pack.supplier] as const]),
          ['ID', pack.id],
        ]}
      />
      {mayWithdraw && <Actions key={pack.state} pack={pack} />}
      {mayPhotograph && <PackPhotographs key={pack.id} packId={pack.id} />}
      <History moves={pack.moves} />
      {pack.cards !== null && <OpenCards cards={pack.cards} search={search} />}
    </div>
  );
}

function History({ moves }: { moves: StockedPackDetail['moves'] }) {
  return (
    <DrawerSection title="History">
      <ol className="grid gap-3 text-small">
        {moves.map((one) => (
          <li key={`${one.move} ${one.at.getTime()}`} className="grid gap-0.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-[560]">{PACK_MOVE_WORDS[one.move]}</span>
              <span className="text-text-2">{formatMoment(one.at)}</span>
            </span>
            {one.by !== null && <span className="break-all text-text-2">By {one.by}</span>}
            {one.reason !== null && <span className="break-words text-text-2">{one.reason}</span>}
            {one.orderId !== null && (
              <WhenMay call={showOrder}>
                <Link
                  to="/admin/orders"
                  search={{ id: one.orderId }}
                  className="link hit-44 justify-self-start"
                >
                  Order {one.orderId.slice(0, 8)}
                </Link>
              </WhenMay>
            )}
          </li>
        ))}
      </ol>
    </DrawerSection>
  );
}

type OpenCardsProps = { cards: NonNullable<StockedPackDetail['cards']>; search: StockSearch };

function OpenCards({ cards, search }: OpenCardsProps) {
  return (
    <DrawerSection title="Cards">
      <ul className="grid gap-2 text-small">
        {cards.map((card) => (
          <li key={card.id} className="flex justify-between gap-4">
            <Link
              to="/admin/stock"
              search={{ ...search, card: card.id }}
              resetScroll={false}
              className="link hit-44"
            >
              {card.name}
            </Link>
            <StatusBadge status={card.status} />
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}

type Asked = 'withdraw' | 'put-back' | 'look';

function Actions({ pack }: { pack: StockedPackDetail }) {
  const canBeWithdrawn = pack.state === 'available' || pack.state === 'waiting';
  const [asked, setAsked] = useState<Asked | null>(null);
  useBegins('withdraw', () => setAsked(canBeWithdrawn ? 'withdraw' : null));
  const isOff = asked === 'withdraw';
  const move = useDo(asked === 'put-back' ? putPackBack : withdrawPack, {
    onSuccess: ({ serial, state }) =>
      showToast({
        kind: 'success',
        title:
          state === 'waiting'
            ? `Pack ${serial} waits: a drop of its type is on sale`
            : `Pack ${serial} is ${isOff ? 'off sale' : 'on sale'}`,
      }),
    // A toast shows the error too: if a buyer was faster, the form disappears together with its error banner.
    onError: (error) =>
      showToast({ kind: 'error', title: 'Nothing was changed', text: messageOf(error) }),
  });
  const variant = useDo(lookIntoPack);
  if (variant.data) return <Contents cards={variant.data.cards} onHide={variant.reset} />;
  if (asked === 'look') {
    return (
      <ReasonForm
        label="Look inside"
        text="What this pack holds is secret until it is opened. The audit log records that you looked, and why."
        busy={variant.isPending}
        error={variant.error}
        onCancel={() => setAsked(null)}
        onSubmit={(reason) =>
          variant.mutate({ id: pack.id, reason }, { onSuccess: () => setAsked(null) })
        }
      />
    );
  }
  if (asked !== null) {
    return (
      <ReasonForm
        label={isOff ? 'Take off sale' : pack.awaitsDrop ? 'Put on sale' : 'Put back on sale'}
        text={
          isOff
            ? pack.isOfDrop
              ? 'The public log shows at once what this pack holds, and your reason, word for word. Both stay there for everybody. It is never sold again.'
              : 'Nobody can buy this pack until it is put back on sale.'
            : 'The pack goes on sale, at a new random place in the order of sale. While a drop of its type is on sale, it waits.'
        }
        busy={move.isPending}
        error={move.error}
        onCancel={() => setAsked(null)}
        onSubmit={(reason) => move.mutate({ id: pack.id, reason })}
      />
    );
  }
  if (pack.state === 'opened') return null;
  return (
    <div className="flex flex-wrap gap-3">
      {canBeWithdrawn && (
        <Button variant="danger" onClick={() => setAsked('withdraw')}>
          Take off sale
        </Button>
      )}
      {(pack.state === 'withdrawn' || pack.awaitsDrop) && !pack.isOfDrop && (
        <Button variant="secondary" onClick={() => setAsked('put-back')}>
          {pack.awaitsDrop ? 'Put on sale' : 'Put back on sale'}
        </Button>
      )}
      <WhenMay call={lookIntoPack}>
        <Button variant="secondary" onClick={() => setAsked('look')}>
          Look inside
        </Button>
      </WhenMay>
    </div>
  );
}

type Looked = Reply<typeof lookIntoPack>;

function Contents({ cards, onHide }: { cards: Looked['cards']; onHide: () => void }) {
  const total = sum(...cards.map((card) => card.marketValue));
  return (
    <section aria-labelledby="pack-contents" className="rounded-card border border-line p-4">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h3 id="pack-contents" className="text-body font-semibold">
          Contents
        </h3>
        <Button variant="ghost" size="small" className="hit-44" onClick={onHide}>
          Hide
        </Button>
      </div>
      <ol className="grid gap-2 text-small">
        {cards.map((card) => (
          <li key={card.position} className="flex items-center gap-3">
            <CardImage src={card.image} alt="" className="w-9 shrink-0" />
            <span className="min-w-0 flex-1">
              <span className="font-[560]">{card.name}</span>
              <span className="block text-text-2">
                {card.set_name} {card.number} · {FINISH_WORDS[card.finish]} · {card.condition}
              </span>
            </span>
            <span className="whitespace-nowrap">{formatCad(card.marketValue)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-3 flex justify-between gap-4 border-t border-line pt-3 text-small font-semibold">
        <span>Market value</span>
        <span>{formatCad(total)}</span>
      </p>
    </section>
  );
}
