// Opening a pack that was paid: the sealed pack, then its cards one by one. Reached from a payment or
// with a pack of one's own; anybody else is sent home (docs/product.md §14).
import { showPurchasedPacks } from '#contract/checkout.ts';
import type { OpenedCard, PackOpening } from '#contract/opening.ts';
import type { Cents } from '#domain/money.ts';
import { createLazyRoute, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { usePackType } from '../catalogue/queries.ts';
import { SellDialog } from '../collection/sell-dialog.tsx';
import { Congratulations } from './congratulations.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import { isRareCard } from './glow.ts';
import './navigation-state.ts';
import './opening.css';
import { OpenedTable } from './opened-table.tsx';
import { isReadyToOpen, sessionOfPayment, withCards, type PackToOpen } from './opening-session.ts';
import { PackView } from './pack-view.tsx';
import { packToOpen, useOpening, useOpenPack } from './queries.ts';
import { isComplete, isNamed } from './reveal-state.ts';
import { RevealStage } from './reveal-stage.tsx';
import { chooseOpening, clearOpening, useOpeningSession } from './session-store.ts';
import { useLeaveQuestion } from './use-leave-question.ts';
import { useReducedMotion } from '../api/motion.ts';
import { useReveal } from './use-reveal.ts';

export const screen = createLazyRoute('/card-opening')({ component: CardOpeningPage });

function CardOpeningPage() {
  const { payment_intent: paymentIntentId } = screen.useSearch();
  const { unopenedPack } = useLocation().state;
  const entry = unopenedPack?.packId ?? paymentIntentId ?? 'session';
  return <Entrance key={entry} paymentIntentId={paymentIntentId} unopenedPack={unopenedPack} />;
}

type EntranceProps = {
  paymentIntentId: string | undefined;
  unopenedPack: PackToOpen | undefined;
};

/** Begins the session, or ends it and sends home who has nothing to open. */
function Entrance({ paymentIntentId, unopenedPack }: EntranceProps) {
  const navigate = useNavigate();
  const [isAdmitted] = useState(() => {
    if (paymentIntentId !== undefined) {
      useOpeningSession.setState(sessionOfPayment(paymentIntentId, unopenedPack), true);
    } else if (unopenedPack !== undefined) chooseOpening(unopenedPack);
    return paymentIntentId !== undefined || isReadyToOpen(useOpeningSession.getState());
  });

  useEffect(() => {
    if (isAdmitted) return;
    clearOpening();
    void navigate({ to: '/', replace: true });
  }, [isAdmitted, navigate]);

  return isAdmitted ? <CardOpening paymentIntentId={paymentIntentId} /> : null;
}

function CardOpening({ paymentIntentId }: { paymentIntentId: string | undefined }) {
  const isCalm = useReducedMotion();
  const chosen = useOpeningSession((session) => session.currentPack);
  const purchased = useAsk(
    showPurchasedPacks,
    paymentIntentId === undefined ? null : { paymentIntentId },
  );
  const { mutateAsync } = useOpenPack();
  const [opening, setOpening] = useState<PackOpening | null>(null);

  const pack = chosen ?? packToOpen(purchased.data);
  const packType = usePackType(pack?.packTypeId).data;
  const sealed = purchased.data?.packs.filter(
    (one) => !one.opened && one.packId !== opening?.packId,
  );
  const nextPack = sealed?.[0] ?? null;

  const open = useCallback(
    () => mutateAsync({ pack: chosen, paymentIntentId }),
    [mutateAsync, chosen, paymentIntentId],
  );

  const show = useCallback((opened: PackOpening) => {
    const { packId, packName: name, packTypeId, cards } = opened;
    useOpeningSession.setState((session) =>
      withCards(session, { packId, name, packTypeId }, cards),
    );
    setOpening(opened);
  }, []);

  const openNext = () => {
    chooseOpening(nextPack!);
    setOpening(null);
    window.scrollTo({ top: 0 });
  };

  if (opening !== null) {
    return (
      <Revealing
        key={opening.id}
        opened={opening}
        isCalm={isCalm}
        onNextPack={nextPack === null ? null : openNext}
        onBackToPack={() => setOpening(null)}
      />
    );
  }
  return (
    <PackView
      key={chosen?.packId ?? paymentIntentId}
      name={pack?.name ?? 'Your pack'}
      place={placeOf(pack?.packId, purchased.data?.packs ?? [])}
      image={packType?.packImageUrl ?? '/pack-plain.svg'}
      cardCount={packType?.card_count}
      isCalm={isCalm}
      open={open}
      onOpened={show}
    />
  );
}

/** "Pack 2 of 20": which of the packs of its payment it is, in the order in which they are opened; null: it is the only one. */
function placeOf(
  packId: string | undefined,
  packs: readonly { packId: string; opened: boolean }[],
): string | null {
  if (packs.length < 2) return null;
  const before = packs.filter((pack) => pack.opened && pack.packId !== packId).length;
  return `Pack ${before + 1} of ${packs.length}`;
}

type RevealingProps = {
  opened: PackOpening;
  isCalm: boolean;
  onNextPack: (() => void) | null;
  onBackToPack: () => void;
};

function Revealing({ opened, isCalm, onNextPack, onBackToPack }: RevealingProps) {
  const navigate = useNavigate();
  const router = useRouter();
  const opening = useOpening(opened);
  const { cards } = opening;
  const [praised, setPraised] = useState<OpenedCard | null>(null);
  const [sellingId, setSellingId] = useState<string | null>(null);
  const [soldFor, setSoldFor] = useState<ReadonlyMap<string, Cents>>(new Map());
  const [isExiting, setExiting] = useState(false);
  const controls = useReveal(cards, isCalm, (card) => {
    if (isRareCard(card)) setPraised(card);
  });
  const { reveal } = controls;
  const isDone = isComplete(reveal);

  // Set by those ways out that ask by themselves, or have nothing to ask.
  const isLeaving = useRef(false);
  const answer = useLeaveQuestion(() => !isDone && !isLeaving.current);

  const viewAll = () => {
    isLeaving.current = true;
    clearOpening();
    void navigate({ to: '/my-cards' });
  };

  const exit = () => {
    isLeaving.current = true;
    setExiting(false);
    if (answer !== null) {
      answer('leave');
      return;
    }
    onBackToPack();
    // In a tab of its own there is no step to go back.
    if (window.history.length > 1) router.history.back();
    else void navigate({ to: '/', replace: true });
  };

  const rows = reveal.opened
    .filter((index) => isNamed(reveal, index))
    .map((index, at) => {
      const card = cards[index]!;
      return { number: at + 1, card, soldFor: soldFor.get(card.id) ?? null };
    });
  // Looked up again: its price may have changed while the dialog is open.
  const selling = cards.find((card) => card.id === sellingId);
  const isAsking = isExiting || answer !== null;

  return (
    <>
      <RevealStage
        opening={opening}
        controls={controls}
        isCalm={isCalm}
        isCovered={isAsking || praised !== null || selling !== undefined}
        onNextPack={onNextPack}
        onViewAll={viewAll}
        onExit={() => (isDone ? exit() : setExiting(true))}
      />
      <OpenedTable rows={rows} count={reveal.count} onSell={(card) => setSellingId(card.id)} />
      {praised !== null && (
        <Congratulations
          card={praised}
          isCalm={isCalm}
          onKeep={() => setPraised(null)}
          onCredit={() => {
            setSellingId(praised.id);
            setPraised(null);
          }}
        />
      )}
      {selling !== undefined && (
        <SellDialog
          item={onSale(selling, opening.id)}
          onSold={(sellPrice) => setSoldFor((sold) => new Map(sold).set(selling.id, sellPrice))}
          onClose={() => setSellingId(null)}
        />
      )}
      {isAsking && (
        <ExitDialog
          onCancel={() => {
            setExiting(false);
            answer?.('stay');
          }}
          onExit={exit}
        />
      )}
    </>
  );
}

/** A card of this page as the collection's sell dialog wants it. */
function onSale(card: OpenedCard, packOpeningId: string) {
  const { id, name, rarity, finish, condition, image: imageUrl, sellPrice } = card;
  return { card: { id, name, rarity, finish, condition, imageUrl }, sellPrice, packOpeningId };
}
