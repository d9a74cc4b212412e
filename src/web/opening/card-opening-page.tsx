// Opens a paid pack: shows the sealed pack, then its cards one by one. Users come here after a payment, from a list of
// unopened packs, or to watch an earlier opening again. All others are sent home (docs/product.md §14).
import { showPurchasedPacks } from '#contract/checkout.ts';
import type { PackOpening } from '#contract/opening.ts';
import { showLimits } from '#contract/profile-limits.ts';
import { createLazyRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useReducedMotion } from '../browser/motion.ts';
import { usePackType } from '../catalogue/queries.ts';
import { useStoredTickets } from '../fairness/stored-tickets.ts';
import { showToast } from '../ui/toast.tsx';
import './navigation-state.ts';
import './opening.css';
import { OpenedAsList } from './opened-as-list.tsx';
import { canOpen, sessionOfOpened, type PackToOpen } from './opening-session.ts';
import { PackView } from './pack-view.tsx';
import { packToOpen, useOpenPack, whichOfPacks } from './queries.ts';
import { Replay } from './replay.tsx';
import { Revealing } from './revealing.tsx';
import { chooseOpening, clearOpening, useOpeningSession } from './session-store.ts';

export const screen = createLazyRoute('/card-opening')({ component: CardOpeningPage });

function CardOpeningPage() {
  const { payment_intent: paymentIntentId, opening } = screen.useSearch();
  const { unopenedPack } = useLocation().state;
  const [first] = useState(opening);
  const admission = screen.useLoaderData();
  if (admission === 'unknown') return <SentHome />;
  if (admission === 'unpaid') return <SentToPay paymentIntentId={paymentIntentId} />;
  if (opening !== undefined) {
    return <Replay key={opening} openingId={opening} isNext={opening !== first} />;
  }
  const entry = unopenedPack?.packId ?? paymentIntentId ?? 'session';
  return <Entrance key={entry} paymentIntentId={paymentIntentId} unopenedPack={unopenedPack} />;
}

function SentHome() {
  const navigate = useNavigate();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    clearOpening();
    showToast({
      kind: 'information',
      title: 'Nothing to open there',
      text: 'It is not one of yours, or its address is incomplete.',
    });
    void navigate({ to: '/', replace: true });
  }, [navigate]);
  return null;
}

/**
 * Sends the user to the checkout's success page. It shows the state of the payment, and leads back here once the
 * payment has succeeded.
 */
function SentToPay({ paymentIntentId }: { paymentIntentId: string | undefined }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({
      to: '/checkout/success',
      search: { payment_intent: paymentIntentId },
      replace: true,
    });
  }, [navigate, paymentIntentId]);
  return null;
}

type EntranceProps = {
  paymentIntentId: string | undefined;
  unopenedPack: PackToOpen | undefined;
};

/** Starts the opening session. Sends a user who has nothing to open home. */
function Entrance({ paymentIntentId, unopenedPack }: EntranceProps) {
  const navigate = useNavigate();
  const [isAdmitted] = useState(() => {
    if (paymentIntentId !== undefined || unopenedPack !== undefined) {
      chooseOpening(unopenedPack ?? null);
    }
    return paymentIntentId !== undefined || canOpen(useOpeningSession.getState());
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
  useStoredTickets(purchased.data?.tickets, paymentIntentId);
  const { mutateAsync } = useOpenPack();
  const [opening, setOpening] = useState<PackOpening | null>(null);
  const [hasShown, setShown] = useState(false);
  const isOnBreak = (useAsk(showLimits, {}).data?.break ?? null) !== null;

  const pack = chosen ?? packToOpen(purchased.data);
  const packType = usePackType(pack?.packTypeId).data;
  const sealed = purchased.data?.packs.filter(
    (one) => !one.opened && one.packId !== opening?.packId,
  );
  const nextPack = sealed?.[0] ?? null;
  const whichPack = whichOfPacks(purchased.data, opening?.packId ?? pack?.packId);

  const open = useCallback(
    () => mutateAsync({ pack: chosen, paymentIntentId }),
    [mutateAsync, chosen, paymentIntentId],
  );

  const show = useCallback((opened: PackOpening) => {
    const { packId, packName: name, packTypeId } = opened;
    useOpeningSession.setState(sessionOfOpened({ packId, name, packTypeId }), true);
    setOpening(opened);
    setShown(true);
  }, []);

  const openNext = () => {
    chooseOpening(nextPack!);
    setOpening(null);
    window.scrollTo({ top: 0 });
  };

  if (isOnBreak) {
    return (
      <OpenedAsList
        key={pack?.packId}
        name={pack?.name ?? 'Your pack'}
        opening={opening}
        open={open}
        onOpened={show}
        onNextPack={nextPack === null ? null : openNext}
      />
    );
  }
  if (opening !== null) {
    return (
      <Revealing
        key={opening.id}
        opened={opening}
        isCalm={isCalm}
        whichPack={whichPack}
        onNextPack={nextPack === null ? null : openNext}
        onBackToPack={() => setOpening(null)}
      />
    );
  }
  return (
    <PackView
      key={chosen?.packId ?? paymentIntentId}
      name={pack?.name ?? 'Your pack'}
      image={packType?.packImageUrl ?? '/pack-plain.svg'}
      cardCount={packType?.card_count}
      whichPack={whichPack}
      isCalm={isCalm}
      takesFocus={hasShown}
      open={open}
      onOpened={show}
    />
  );
}
