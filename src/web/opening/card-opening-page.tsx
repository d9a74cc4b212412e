// Opens a paid pack: shows the sealed pack and then its cards one by one. Users come here after a payment, from a list
// of unopened packs, or to watch an earlier opening again. Any other visitor is sent home (docs/product.md §14).
import { showPurchasedPacks } from '#contract/checkout.ts';
import { showOpening, type PackOpening } from '#contract/opening.ts';
import { createLazyRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { useReducedMotion } from '../browser/motion.ts';
import { useOwnBreak } from '../catalogue/own-break.ts';
import { useStoredTickets } from '../fairness/stored-tickets.ts';
import { showToast } from '../ui/toast.tsx';
import './navigation-state.ts';
import './opening.css';
import { AwaitedStage } from './awaited-stage.tsx';
import { CoveredEntrance } from './covered-entrance.tsx';
import { useEntry } from '../browser/history-entry.ts';
import { ListedPacks } from './listed-packs.tsx';
import { canOpen, sessionOfOpened, type PackToOpen } from './opening-session.ts';
import { packToOpen, useOpenPack, whichOfPacks } from './queries.ts';
import { Replay } from './replay.tsx';
import { Revealing } from './revealing.tsx';
import { SealedPack } from './sealed-pack.tsx';
import { ShownAll, type AllOpened } from './show-all.tsx';
import { findListed, findTorn, storeListed } from './turned-cards.ts';
import { useWatch } from './use-watch.ts';
import { chooseOpening, clearOpening, useOpeningSession } from './session-store.ts';

export const screen = createLazyRoute('/card-opening')({ component: CardOpeningPage });

/** The sample of the home page. It is in this page's file, so that the home page names no further file. */
export { SampleTear } from './sample-tear.tsx';

function CardOpeningPage() {
  const { payment_intent: paymentIntentId, opening } = screen.useSearch();
  const { unopenedPack, openings, asksHow } = useLocation().state;
  const [first] = useState(opening);
  const admission = screen.useLoaderData();
  if (admission === 'unknown') return <SentHome />;
  if (admission === 'unpaid') return <SentToPay paymentIntentId={paymentIntentId} />;
  const what = opening ?? unopenedPack?.packId ?? paymentIntentId ?? 'session';
  return (
    <OrListed key={`${what} ${asksHow === true}`}>
      {openings !== undefined && asksHow === true ? (
        <CoveredEntrance openings={openings} />
      ) : opening !== undefined ? (
        <Replay openingId={opening} openings={openings} isNext={opening !== first} />
      ) : (
        <Entrance paymentIntentId={paymentIntentId} unopenedPack={unopenedPack} />
      )}
    </OrListed>
  );
}

/** Shows the list again if the user comes back to a page that has listed all cards; otherwise shows `children`. */
function OrListed({ children }: { children: ReactNode }) {
  const { opening } = screen.useSearch();
  const entry = useEntry();
  const [listed, setListed] = useState(() => findListed(entry));
  const watch = useWatch(listed?.openingIds ?? []);
  const isOnBreak = useOwnBreak() !== null;
  if (listed === null) return children;
  const watchAgain = () => {
    watch();
    // If the URL does not change, no navigation replaces the list, so it is closed here.
    if (listed.openingIds[0] === opening) setListed(null);
  };
  return (
    <ListedPacks
      openingIds={listed.openingIds}
      isShownBefore
      onWatch={isOnBreak ? null : watchAgain}
    />
  );
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
 * Sends the user to the checkout's success page. That page shows the state of the payment, and leads back here after
 * the payment has succeeded.
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

/** Starts the opening session. If there is nothing to open, sends the user home. */
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

  if (!isAdmitted) return null;
  return <CardOpening paymentIntentId={paymentIntentId} onePackId={unopenedPack?.packId} />;
}

type CardOpeningProps = {
  paymentIntentId: string | undefined;
  /** The pack that the user came to open. Undefined if they came to open all packs of the payment. */
  onePackId: string | undefined;
};

function CardOpening({ paymentIntentId, onePackId }: CardOpeningProps) {
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
  const [all, setAll] = useState<AllOpened | null>(null);
  const watch = useWatch(all?.openings.map(({ id }) => id) ?? []);
  const isOnBreak = useOwnBreak() !== null;
  const entry = useEntry();
  // The packs that the user came to see, as they were on arrival. A pack that is open on arrival is never shown sealed.
  const [wanted] = useState(
    () =>
      purchased.data?.packs.filter((one) => onePackId === undefined || one.packId === onePackId) ??
      [],
  );
  const [tornId, setTornId] = useState(
    () =>
      findTorn(
        entry,
        ({ packId }) => packId === onePackId || wanted.some((one) => one.packId === packId),
      )?.openingId,
  );
  const torn = useAsk(showOpening, tornId === undefined ? null : { id: tornId }, {
    staleTime: Infinity,
  });

  const shown = opening ?? (isOnBreak ? undefined : torn.data);
  const pack = chosen ?? packToOpen(purchased.data);
  const sealed = purchased.data?.packs.filter((one) => !one.opened && one.packId !== shown?.packId);
  const nextPack = sealed?.[0] ?? null;
  const whichPack = whichOfPacks(purchased.data, shown?.packId ?? pack?.packId);

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
    setTornId(undefined);
    window.scrollTo({ top: 0 });
  };

  if (all !== null) return <ShownAll {...all} onWatch={isOnBreak ? null : watch} />;
  if (shown !== undefined) {
    return (
      <Revealing
        key={shown.id}
        opened={shown}
        isCalm={isCalm}
        whichPack={whichPack}
        onNextPack={nextPack === null ? null : openNext}
      />
    );
  }
  if (tornId !== undefined && !isOnBreak) {
    return <AwaitedStage error={torn.error} onRetry={() => void torn.refetch()} />;
  }
  const openings = wanted.flatMap(({ packOpeningId }) => packOpeningId ?? []);
  if (openings.length > 0 && openings.length === wanted.length) {
    return <Replay openingId={openings[0]!} openings={openings} isNext={false} />;
  }
  return (
    <SealedPack
      key={chosen?.packId ?? paymentIntentId}
      pack={pack}
      whichPack={whichPack}
      toOpen={packsToShow(sealed, pack, onePackId)}
      isOnBreak={isOnBreak}
      takesFocus={hasShown}
      open={open}
      openOne={(one) => mutateAsync({ pack: one, paymentIntentId })}
      onOpened={show}
      onAllOpened={(opened) => {
        clearOpening();
        storeListed({ entry, openingIds: opened.openings.map(({ id }) => id), placeIds: [] });
        setAll(opened);
      }}
    />
  );
}

/** Returns the packs that "Show all" opens: all sealed ones of the payment, or the one that the user came for. */
function packsToShow(
  sealed: readonly PackToOpen[] | undefined,
  pack: PackToOpen | null,
  onePackId: string | undefined,
): readonly PackToOpen[] {
  if (onePackId === undefined && sealed !== undefined) return sealed;
  return pack === null ? [] : [pack];
}
