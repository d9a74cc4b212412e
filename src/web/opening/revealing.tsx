// The stage and what its actions open: the celebration, the sale, and the question before leaving. Below the stage is
// the table of turned cards.
import type { OpenedCard, PackOpening } from '#contract/opening.ts';
import type { Cents } from '#domain/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SellDialog } from '../collection/sell-dialog.tsx';
import { ExitDialog } from './exit-dialog.tsx';
import { isPraised } from './glow.ts';
import { useEntry } from '../browser/history-entry.ts';
import { OpenedTable } from './opened-table.tsx';
import { useOpening } from './queries.ts';
import {
  isComplete,
  isNamed,
  resumedReveal,
  sealedReveal,
  turnedOf,
  type Reveal,
} from './reveal-state.ts';
import { RevealStage } from './reveal-stage.tsx';
import { clearOpening } from './session-store.ts';
import { findTorn, storeTorn } from './turned-cards.ts';
import { useLeaveQuestion } from '../browser/use-leave-question.ts';
import { useReveal } from './use-reveal.ts';

/** This code is loaded after the last card, so that its download does not slow the turning of cards. */
const OwnChecks = lazy(async () => ({
  default: (await import('../fairness/own-checks.tsx')).OwnChecks,
}));

type RevealingProps = {
  opened: PackOpening;
  isCalm: boolean;
  /** A text such as "Pack 1 of 20". Null if only one pack was bought. */
  whichPack: string | null;
  /** Whether this is a replay. In a replay the user already owns the cards, so leaving needs no confirmation. */
  isReplay?: boolean;
  /** A text that is shown until the first card is turned. */
  note?: string;
  onNextPack: (() => void) | null;
};

export function Revealing(props: RevealingProps) {
  const { opened, isCalm, whichPack, isReplay = false, note = null, onNextPack } = props;
  const navigate = useNavigate();
  const opening = useOpening(opened);
  const { cards } = opening;
  const [praised, setPraised] = useState<OpenedCard | null>(null);
  const [sellingId, setSellingId] = useState<string | null>(null);
  const [soldFor, setSoldFor] = useState<ReadonlyMap<string, Cents>>(new Map());
  const [isExiting, setExiting] = useState(false);
  const [first, storeReveal] = useStoredReveal(opened);
  const controls = useReveal(cards, isCalm, first, storeReveal, (card) => {
    if (isPraised(card)) setPraised(card);
  });
  const { reveal } = controls;
  const isFree = isReplay || isComplete(reveal);

  // True if the navigation must not be blocked, because the exit needs no confirmation or has asked for it itself.
  const isLeaving = useRef(false);
  const decide = useLeaveQuestion(() => !isFree && !isLeaving.current);

  const viewAll = () => {
    isLeaving.current = true;
    clearOpening();
    void navigate({ to: '/my-cards' });
  };

  const exit = () => {
    isLeaving.current = true;
    setExiting(false);
    if (decide !== null) {
      decide('leave');
      return;
    }
    // Does not go back in the history, because the previous entry may be the checkout of another purchase, with its
    // results.
    void navigate({ to: '/my-cards' });
  };

  const rows = reveal.opened
    .filter((index) => isNamed(reveal, index))
    .map((index, at) => {
      const card = cards[index]!;
      return { number: at + 1, card, soldFor: soldFor.get(card.id) ?? null };
    });
  // The card is read from the current list, because its price may change while the dialog is open.
  const selling = cards.find((card) => card.id === sellingId);
  const isAsking = isExiting || decide !== null;

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
      <Suspense>
        <OwnChecks placeId={opening.packId} isTurning={!isComplete(reveal)} />
      </Suspense>
      <OpenedTable rows={rows} count={reveal.count} onSell={(card) => setSellingId(card.id)} />
      {selling !== undefined && (
        <SellDialog
          item={asCardOnSale(selling, opening.id)}
          onSold={(sellPrice) => setSoldFor((sold) => new Map(sold).set(selling.id, sellPrice))}
          onClose={() => setSellingId(null)}
        />
      )}
      {isAsking && (
        <ExitDialog
          onCancel={() => {
            setExiting(false);
            decide?.('stay');
          }}
          onExit={exit}
        />
      )}
    </>
  );
}

/**
 * Returns the state in which an earlier visit left the cards of a pack, and a function that stores a new state. With the
 * first state stored, the pack counts as torn.
 */
function useStoredReveal({ id, packId, cards }: PackOpening): [Reveal, (reveal: Reveal) => void] {
  const entry = useEntry();
  const [first] = useState(() => {
    const torn = findTorn(entry, ({ openingId }) => openingId === id);
    const isWhole = torn?.turned.count === cards.length;
    return isWhole ? resumedReveal(torn.turned) : sealedReveal(cards.length);
  });
  const store = (reveal: Reveal) =>
    storeTorn({ openingId: id, packId, entry, turned: turnedOf(reveal) });
  useEffect(() => {
    store(first);
    // oxlint-disable-next-line react/exhaustive-deps -- Only when the pack has been torn.
  }, []);
  return [first, store];
}

/** Returns a card of this page in the form that the collection's sell dialog expects. */
export function asCardOnSale(card: OpenedCard, packOpeningId: string) {
  const { id, name, rarity, finish, condition, image: imageUrl, sellPrice } = card;
  return { card: { id, name, rarity, finish, condition, imageUrl }, sellPrice, packOpeningId };
}
