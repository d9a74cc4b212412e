// The sealed pack and its opening: by dragging the strip, or with the button.
import type { PackOpening } from '#contract/opening.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchArt } from '../ui/art.tsx';
import { Button } from '../ui/button.tsx';
import { playRip } from './effects.ts';
import { EffectsToggle } from './effects-toggle.tsx';
import { openingProblem } from './messages.ts';
import { bestGlow, WARM_WHITE } from './glow.ts';
import { TearPack } from './tear-pack.tsx';
import type { TearDriver } from './tear-driver.ts';
import { tearMs } from './tear-timeline.ts';

/** The number of cards to show while the pack's own number is unknown. */
const CARDS_USUAL = 15;

type PackViewProps = {
  name: string;
  image: string;
  cardCount: number | undefined;
  /** "Pack 1 of 20"; null if only one pack was bought. */
  whichPack?: string | null;
  /** A text below the button. */
  note?: string;
  isCalm: boolean;
  /**
   * Whether the heading takes the focus. It does if the user comes from opened cards, because the pressed button is
   * gone.
   */
  takesFocus: boolean;
  /** Shows the cards of all packs at once instead of one by one. */
  onShowAll?: (() => Promise<void>) | null;
  /** Opens the pack in the shop. */
  open: () => Promise<PackOpening>;
  /** Called when the pack is open and its wrapper is gone. */
  onOpened: (opening: PackOpening) => void;
};

export function PackView(props: PackViewProps) {
  const { name, image, cardCount, whichPack = null, isCalm, takesFocus, open, onOpened } = props;
  const driver = useRef<TearDriver>(null);
  const [isOpening, setOpening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [glow, setGlow] = useState(WARM_WHITE);
  const isGone = useIsGone();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- Only when the view appears.
  }, []);

  const start = useCallback(async () => {
    if (isOpening) return;
    setOpening(true);
    setProblem(null);
    const tear = driver.current!;
    const torn = isCalm ? Promise.resolve() : tear.tearTo(1, tearMs(tear.torn()));
    if (!isCalm) playRip(1);
    try {
      const [opening] = await Promise.all([
        open().then((answer) => {
          // The light gets the colour of the best card only now, so that it reveals nothing before the pack is open.
          setGlow(bestGlow(answer.cards));
          fetchPictures(answer);
          return answer;
        }),
        torn,
      ]);
      if (isGone()) return;
      if (!isCalm) await tear.fly();
      if (!isGone()) onOpened(opening);
    } catch (error) {
      if (isGone()) return;
      setProblem(openingProblem(error));
      setOpening(false);
      await tear.close();
    }
  }, [isOpening, isCalm, open, onOpened, isGone]);

  const startByHand = useCallback(() => void start(), [start]);

  return (
    <section data-theme="dark" aria-labelledby="pack-name" className="opening-stage baize">
      <div className="pack-view page">
        <div className="absolute top-4 right-4 md:right-6">
          <EffectsToggle />
        </div>
        <h1 ref={heading} id="pack-name" tabIndex={-1} className="text-h2 max-sm:px-8 md:text-h1">
          {name}
        </h1>
        <p className="text-text-2">
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
          driver={driver}
        />
        <p className="tear-hint mt-5 mb-1 text-small text-text-2" aria-hidden="true">
          {isOpening || isCalm ? ' ' : 'Drag along the line to tear it, or'}
        </p>
        <Button size="large" className="min-w-44" busy={isOpening} onClick={() => void start()}>
          {isOpening ? 'Opening...' : 'Open now'}
        </Button>
        {props.note !== undefined && (
          <div className="pack-view-note">
            <p className="text-small text-text-2">{props.note}</p>
            {props.onShowAll && <ShowAll onShow={props.onShowAll} />}
          </div>
        )}
      </div>
    </section>
  );
}

function ShowAll({ onShow }: { onShow: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    // If showing all cards fails, the view stays as it is, and the button can be pressed again.
    await onShow().catch(() => {});
    setBusy(false);
  };
  return (
    <Button variant="ghost" busy={isBusy} onClick={() => void show()}>
      Show all at once
    </Button>
  );
}

/** Preloads the faces of the cards before the first is turned. */
function fetchPictures({ cards }: PackOpening): void {
  for (const { image } of cards) fetchArt(image);
}

/** Returns a function that says whether the view is unmounted, for use after an await. */
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
