// The sealed pack. The user opens it by dragging the strip or with the button.
import type { PackOpening } from '#contract/opening.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { fetchArt } from '../ui/art.tsx';
import { SealDots } from '../fairness/seal-dots.tsx';
import { Button } from '../ui/button.tsx';
import { playRip } from '../browser/effects.ts';
import { EffectsToggle } from './effects-toggle.tsx';
import { openingProblem } from './messages.ts';
import { bestGlow, WARM_WHITE } from './glow.ts';
import { TearPack } from './tear-pack.tsx';
import type { TearDriver } from './tear-driver.ts';
import { tearMs } from './tear-timeline.ts';

/** The number of cards to show while the number of this pack's cards is unknown. */
const CARDS_USUAL = 15;

/** The longest time that a pack which tears by itself waits for the picture of its strip. */
const DRAWN_WAIT_MS = 500;

type PackViewProps = {
  name: string;
  image: string;
  cardCount: number | undefined;
  /** A text such as "Pack 1 of 20". Null if only one pack was bought. */
  whichPack?: string | null;
  /** The id of the pack whose times are shown. Undefined while the pack is not known. */
  packId?: string | undefined;
  /** A text below the button. */
  note?: string;
  isCalm: boolean;
  /**
   * Whether the heading takes the focus. It must if the user comes from opened cards, because the button that they
   * pressed no longer exists.
   */
  takesFocus: boolean;
  /**
   * Whether the button takes the focus instead, so that Enter opens the pack. True only for a replay: a key that was
   * meant for the previous page must not open a sealed pack.
   */
  isReplay?: boolean;
  /** If true, the pack is torn as soon as it appears, because the user has already pressed *Tear it open*. */
  tears?: boolean;
  /** Shows the cards of all packs at once. Null or omitted if that is not offered. */
  onShowAll?: (() => Promise<void> | void) | null;
  /** Opens the pack in the shop. */
  open: () => Promise<PackOpening>;
  /** Called when the pack is open and its wrapper has disappeared. */
  onOpened: (opening: PackOpening) => void;
};

export function PackView(props: PackViewProps) {
  const { name, image, cardCount, whichPack = null, isCalm, takesFocus, open, onOpened } = props;
  const driver = useRef<TearDriver>(null);
  const { tears = false } = props;
  const isStarted = useRef(false);
  const [isOpening, setOpening] = useState(tears);
  const [problem, setProblem] = useState<string | null>(null);
  const [glow, setGlow] = useState(WARM_WHITE);
  const isGone = useIsGone();
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const target = props.isReplay === true ? button : takesFocus ? heading : null;
    target?.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- Only when the view appears.
  }, []);

  const start = useCallback(async () => {
    if (isStarted.current) return;
    isStarted.current = true;
    setOpening(true);
    setProblem(null);
    const tear = driver.current!;
    const torn = isCalm ? Promise.resolve() : tear.tearTo(1, tearMs(tear.torn()));
    if (!isCalm) playRip(1);
    try {
      const [opening] = await Promise.all([
        open().then((opened) => {
          // The light gets the colour of the best card only now, because the colour must reveal nothing before the pack
          // is open.
          setGlow(bestGlow(opened.cards));
          fetchPictures(opened);
          return opened;
        }),
        torn,
      ]);
      if (isGone()) return;
      if (!isCalm) await tear.fly();
      if (!isGone()) onOpened(opening);
    } catch (error) {
      if (isGone()) return;
      setProblem(openingProblem(error));
      isStarted.current = false;
      setOpening(false);
      await tear.close();
    }
  }, [isCalm, open, onOpened, isGone]);

  const startByHand = useCallback(() => void start(), [start]);
  const isAwaited = useRef(tears);
  const startByItself = () => {
    if (!isAwaited.current) return;
    isAwaited.current = false;
    void start();
  };
  const endWait = useEffectEvent(startByItself);
  useEffect(() => {
    const timer = setTimeout(() => endWait(), DRAWN_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <section data-theme="dark" aria-labelledby="pack-name" className="opening-stage baize">
      <div className="pack-view page" data-tearing={(isOpening && !isCalm) || undefined}>
        <div className="absolute top-4 right-4 md:right-6">
          <EffectsToggle />
        </div>
        <h1
          ref={heading}
          id="pack-name"
          tabIndex={-1}
          className="pack-view-words relative z-1 text-h2 max-sm:px-8 md:text-h1"
        >
          {name}
        </h1>
        <p className="pack-view-words text-text-2">
          {cardCount ?? CARDS_USUAL} Cards{whichPack !== null && ` · ${whichPack}`}
        </p>
        <div className="flex min-h-9 items-center">
          {problem !== null && (
            <p role="alert" className="font-semibold text-danger">
              {problem}
            </p>
          )}
        </div>
        <TearPack
          image={image}
          glow={glow}
          isForHands={!isOpening && !isCalm}
          onTorn={startByHand}
          onDrawn={startByItself}
          driver={driver}
        />
        <SealDots packId={props.packId} isTorn={isOpening} />
        <p className="tear-hint mt-2 mb-1 text-small text-text-2" aria-hidden="true">
          {isOpening || isCalm ? ' ' : 'Drag along the line to tear it, or'}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button
            ref={button}
            aria-describedby="pack-name"
            size="large"
            className="min-w-44"
            busy={isOpening}
            onClick={() => void start()}
          >
            {isOpening ? 'Opening...' : 'Open now'}
          </Button>
          {props.onShowAll && !isOpening && <ShowAll onShow={props.onShowAll} />}
        </div>
        {props.note !== undefined && (
          <div className="pack-view-note">
            <p className="text-small text-text-2">{props.note}</p>
          </div>
        )}
      </div>
    </section>
  );
}

function ShowAll({ onShow }: { onShow: () => Promise<void> | void }) {
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    // If the cards can't be shown at once, the view stays as it is, and the button can be pressed again.
    try {
      await onShow();
    } catch {}
    setBusy(false);
  };
  return (
    <Button variant="secondary" size="large" busy={isBusy} onClick={() => void show()}>
      Show all
    </Button>
  );
}

/** Loads the faces of the cards before the first card is turned. */
function fetchPictures({ cards }: PackOpening): void {
  for (const { image } of cards) fetchArt(image);
}

/** Returns a function that returns whether the view is unmounted. Code calls it after an await. */
function useIsGone(): () => boolean {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return useCallback(() => gone.current, []);
}
