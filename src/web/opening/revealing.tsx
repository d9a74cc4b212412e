// The stage with its actions (congratulation, sale, leaving), and the table of the turned cards.
import type { OpenedCard, PackOpening } from '#contract/opening.ts';
import type { Cents } from '#domain/money.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { SellDialog } from '../collection/sell-dialog.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import { isRareCard } from './glow.ts';
import { OpenedTable } from './opened-table.tsx';
import { useOpening } from './queries.ts';
import { isComplete, isNamed } from './reveal-state.ts';
import { RevealStage } from './reveal-stage.tsx';
import { clearOpening } from './session-store.ts';
import { useLeaveQuestion } from './use-leave-question.ts';
import { useReveal } from './use-reveal.ts';

/** Loaded after the last card, so that its download does not slow the cards. */
const OwnChecks = lazy(async () => ({
  default: (await import('../fairness/own-checks.tsx')).OwnChecks,
}));

type RevealingProps = {
  opened: PackOpening;
  isCalm: boolean;
  /** "Pack 1 of 20"; null if only one pack was bought. */
  whichPack: string | null;
  /** Whether this is a replay. The user already owns the cards, so leaving then needs no confirmation. */
  isReplay?: boolean;
  /** A text to show until the first card is turned. */
  note?: string;
  onNextPack: (() => void) | null;
  onBackToPack: () => void;
};

export function Revealing(props: RevealingProps) {
  const { opened, isCalm, whichPack, isReplay = false, note = null, onNextPack } = props;
  const navigate = useNavigate();
  const router = useRouter();
  const opening = useOpening(opened);
  const { cards } = opening;
  const [praised, setPraised] = useState<OpenedCard | null>(null);
  const [sellingId, setSellingId] = useState<string | null>(null);
  const [soldFor, setSoldFor] = useState<ReadonlyMap<string, Cents>>(new Map());
  const [isExiting, setExiting] = useState(false);
  const controls = useReveal(cards, isCalm, (card) => {
    // No congratulation for a sold card, because it offers the choice between keeping and selling.
    if (isRareCard(card) && card.status === 'available') setPraised(card);
  });
  const { reveal } = controls;
  const isFree = isReplay || isComplete(reveal);

  // Set by exits that ask for confirmation themselves, and by exits that need none. The navigation is then not blocked.
  const isLeaving = useRef(false);
  const answer = useLeaveQuestion(() => !isFree && !isLeaving.current);

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
    props.onBackToPack();
    // A page opened in a new tab has no history entry to go back to.
    if (window.history.length > 1) router.history.back();
    else void navigate({ to: '/', replace: true });
  };

  const rows = reveal.opened
    .filter((index) => isNamed(reveal, index))
    .map((index, at) => {
      const card = cards[index]!;
      return { number: at + 1, card, soldFor: soldFor.get(card.id) ?? null };
    });
  // Read from the current cards, because the price may change while the dialog is open.
  const selling = cards.find((card) => card.id === sellingId);
  const isAsking = isExiting || answer !== null;

  return (
    <>
      <RevealStage
        opening={opening}
        controls={controls}
        isCalm={isCalm}
        isCovered={isAsking || selling !== undefined}
        praised={praised}
        whichPack={whichPack}
        note={note}
        onNextPack={onNextPack}
        onKeep={() => setPraised(null)}
        onCredit={(card) => {
          setSellingId(card.id);
          setPraised(null);
        }}
        onViewAll={viewAll}
        onExit={() => (isFree ? exit() : setExiting(true))}
      />
      {isComplete(reveal) && (
        <Suspense>
          <OwnChecks placeId={opening.packId} />
        </Suspense>
      )}
      <OpenedTable rows={rows} count={reveal.count} onSell={(card) => setSellingId(card.id)} />
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

/** A card of this page as the sell dialog of the collection expects it. */
export function onSale(card: OpenedCard, packOpeningId: string) {
  const { id, name, rarity, finish, condition, image: imageUrl, sellPrice } = card;
  return { card: { id, name, rarity, finish, condition, imageUrl }, sellPrice, packOpeningId };
}
