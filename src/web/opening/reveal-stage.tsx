// The cards of an open pack, one at a time on felt: turn, go on, sell, keep.
import type { OpenedCard, PackOpening } from '#contract/opening.ts';
import { isFoil, OPENING_RARITY, type Finish } from '#domain/card.ts';
import { formatCad } from '#domain/money.ts';
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { EffectsToggle } from './effects-toggle.tsx';
import { FADE_MS } from './flip-timeline.ts';
import { isRareCard } from './glow.ts';
import { isComplete, isNamed, isOpen, nextUnopened, type Reveal } from './reveal-state.ts';
import { CardFace, StageCard } from './stage-card.tsx';
import { StageLight } from './stage-light.tsx';
import { TiltToggle } from './tilt-toggle.tsx';
import { SLIDE_MS, type RevealControls } from './use-reveal.ts';

type RevealStageProps = {
  opening: PackOpening;
  controls: RevealControls;
  isCalm: boolean;
  /** A dialog is open over the stage: keys are its own. */
  isCovered: boolean;
  /** There is another sealed pack; opens it. */
  onNextPack: (() => void) | null;
  onViewAll: () => void;
  onExit: () => void;
};

export function RevealStage(props: RevealStageProps) {
  const { opening, controls, isCalm, isCovered, onNextPack, onViewAll, onExit } = props;
  const { reveal, slide, turn, step, go } = controls;
  const { cards } = opening;
  const { index } = reveal;
  const card = cards[index]!;
  const stage = useRef<HTMLElement>(null);
  const cardButton = useRef<HTMLButtonElement>(null);
  const isNamedNow = isNamed(reveal, index);
  const isTurning = reveal.flip !== null;
  const next = nextUnopened(reveal, (at) => isRareCard(cards[at]!));
  const skip = () => {
    if (next !== null) go(next);
  };

  // The wrapper is gone and the button with it: the card is what there is to press.
  useEffect(() => cardButton.current!.focus({ preventScroll: true }), []);

  const onKey = (event: KeyboardEvent) => {
    if (isCovered || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const target = event.target as HTMLElement;
    const isOnControl = target.closest('button, a, input, select, summary') !== null;
    const act = actOf(event.key, {
      isInStage: stage.current!.contains(target),
      isOnCard: target === cardButton.current,
      isOnControl,
    });
    if (act === null) return;
    // A press of the card's own button is a click; held down it would be many.
    if (act === 'turn' && target === cardButton.current && !event.repeat) return;
    event.preventDefault();
    if (event.repeat && act !== 'back' && act !== 'on') return;
    const acts = {
      back: () => step(-1),
      on: () => step(1),
      first: () => go(0),
      last: () => go(reveal.count - 1),
      turn,
      skip,
      exit: onExit,
    };
    acts[act]();
  };

  useStageKeys(stage, onKey);

  const place = `Card ${index + 1} of ${reveal.count}`;
  return (
    <section
      ref={stage}
      data-theme="dark"
      aria-labelledby="pack-name"
      className="opening-stage felt"
    >
      <div className="page flex min-h-[inherit] flex-col pt-4 pb-8">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1
            id="pack-name"
            tabIndex={-1}
            className="min-w-0 text-h3 max-sm:w-full max-sm:truncate"
          >
            {opening.packName}
          </h1>
          <p aria-live="polite" className="text-small text-text-2">
            {place}
          </p>
          <Progress reveal={reveal} cards={cards} />
          <div className="ml-auto flex items-center gap-1">
            <TiltToggle />
            <EffectsToggle />
            <Button look="ghost" onClick={onExit}>
              Exit
            </Button>
          </div>
        </div>
        <div className="stage-row" aria-busy={slide !== null}>
          <StageLight
            key={card.id}
            rarity={card.rarity}
            isOpen={isOpen(reveal, index)}
            isTurning={isTurning}
            isCalm={isCalm}
          />
          <Arrow label="Previous card" icon="left" onPress={() => step(-1)} />
          <CardPlace index={index} slideBy={slide?.by ?? 1} isCalm={isCalm}>
            <StageCard
              card={card}
              label={`${place}, ${isOpen(reveal, index) ? 'face up' : 'face down'}`}
              isOpen={isOpen(reveal, index)}
              isTurning={isTurning}
              isCalm={isCalm}
              onPress={turn}
              button={cardButton}
            />
            {slide && !isCalm && (
              <LeavingCard
                key={slide.from}
                card={cards[slide.from]!}
                isOpen={isOpen(reveal, slide.from)}
                by={slide.by}
              />
            )}
          </CardPlace>
          <Arrow label="Next card" icon="right" onPress={() => step(1)} />
        </div>
        <StageWords card={card} isNamed={isNamedNow} isTurning={isTurning} />
        <StageFoot
          isDone={isComplete(reveal)}
          canSkip={next !== null}
          onSkip={skip}
          onNextPack={onNextPack}
          onViewAll={onViewAll}
        />
      </div>
      <Announcement card={isNamedNow ? card : null} isComplete={isComplete(reveal)} />
    </section>
  );
}

/** With the focus nowhere the keys are the stage's too; in the table or the header they are not. */
function useStageKeys(
  stage: RefObject<HTMLElement | null>,
  onKey: (event: KeyboardEvent) => void,
): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isNowhere = event.target === document.body;
      if (isNowhere || stage.current!.contains(event.target as Node)) latest.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [stage]);
}

/** What the card is, once it is turned; before that, what to do. */
function StageWords({
  card,
  isNamed: isShown,
  isTurning,
}: {
  card: OpenedCard;
  isNamed: boolean;
  isTurning: boolean;
}) {
  return (
    <div className="stage-words">
      {isShown ? (
        <div key={card.id} className="stage-named">
          <h2 className="text-h2 text-balance">{card.name}</h2>
          <p className="mt-2 flex flex-wrap justify-center gap-2">
            <RarityBadge rarity={card.rarity} on="opening" />
            <Badge tone="outline">{finishWord(card.finish)}</Badge>
          </p>
          <p className="mt-2.5 text-[26px] leading-none font-bold">
            <Price amount={card.value} />
          </p>
        </div>
      ) : (
        !isTurning && <p className="stage-hint">Press the card to turn it</p>
      )}
    </div>
  );
}

/** The ways on from a card. */
function StageFoot({
  isDone,
  canSkip,
  onSkip,
  onNextPack,
  onViewAll,
}: {
  isDone: boolean;
  canSkip: boolean;
  onSkip: () => void;
} & Pick<RevealStageProps, 'onNextPack' | 'onViewAll'>) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-center gap-3">
      {isDone ? (
        <p className="flex items-center gap-2 px-2 font-semibold text-brand">
          <Icon name="success" />
          Collection Complete
        </p>
      ) : (
        <Button look="secondary" onClick={onSkip} disabled={!canSkip}>
          Skip to next unopened
        </Button>
      )}
      {isDone && onNextPack && <Button onClick={onNextPack}>Open next pack</Button>}
      <Button look={isDone && onNextPack === null ? 'primary' : 'secondary'} onClick={onViewAll}>
        View All Cards
      </Button>
    </div>
  );
}

/** The finish, in the words of this page: Foil or Non-Foil. */
function finishWord(finish: Finish): string {
  return isFoil(finish) ? 'Foil' : 'Non-Foil';
}

type Act = 'back' | 'on' | 'first' | 'last' | 'turn' | 'skip' | 'exit';

const KEYS: Record<string, Act> = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  Home: 'first',
  End: 'last',
  Escape: 'exit',
};

/** What a key does here, or null when it is not the stage's. */
function actOf(
  key: string,
  at: { isInStage: boolean; isOnCard: boolean; isOnControl: boolean },
): Act | null {
  if (key === ' ' || key === 'Enter') return at.isOnCard || !at.isOnControl ? 'turn' : null;
  // A letter alone may be a word to who speaks to the page: only inside the stage.
  if (key === 's' || key === 'S') return at.isInStage ? 'skip' : null;
  return KEYS[key] ?? null;
}

function Arrow({
  label,
  icon,
  onPress,
}: {
  label: string;
  icon: 'left' | 'right';
  onPress: () => void;
}) {
  return (
    <button type="button" aria-label={label} onClick={onPress} className="stage-arrow">
      <Icon name={icon} size={22} />
    </button>
  );
}

const SEGMENT_COLOURS = {
  mythic: 'bg-legendary',
  rare: 'bg-rare',
  uncommon: 'bg-epic',
  common: 'bg-common',
} as const;

/** A bar for each card; the words beside it say the same. */
function Progress({ reveal, cards }: { reveal: Reveal; cards: readonly OpenedCard[] }) {
  return (
    <div aria-hidden="true" className="stage-progress">
      {cards.map((card, at) => (
        <i
          key={card.id}
          data-current={at === reveal.index || undefined}
          className={classNames(isNamed(reveal, at) && SEGMENT_COLOURS[card.rarity])}
        />
      ))}
    </div>
  );
}

/** Where the card lies; a change of card slides in from the side. */
function CardPlace({
  index,
  slideBy,
  isCalm,
  children,
}: {
  index: number;
  slideBy: 1 | -1;
  isCalm: boolean;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<number | null>(null);

  useLayoutEffect(() => {
    const isFirst = shown.current === null;
    shown.current = index;
    const incoming = place.current!.firstElementChild!;
    const entrance = isCalm
      ? incoming.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS)
      : incoming.animate(
          isFirst
            ? [{ transform: 'scale(0.72) translateY(-4%)' }, { transform: 'none' }]
            : [
                { transform: `translateX(${slideBy * 130}%)`, opacity: 0 },
                { transform: 'none', opacity: 1 },
              ],
          { duration: SLIDE_MS, easing: 'cubic-bezier(0.2, 0.9, 0.25, 1)' },
        );
    return () => entrance.cancel();
    // oxlint-disable-next-line react/exhaustive-deps -- A slide is played when the card changes, and not again.
  }, [index]);

  return (
    <div ref={place} className="stage-place">
      {children}
    </div>
  );
}

/** The picture of the card that slides away. */
function LeavingCard({
  card,
  isOpen: isUp,
  by,
}: {
  card: OpenedCard;
  isOpen: boolean;
  by: 1 | -1;
}) {
  const ghost = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    ghost.current!.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translateX(${by * -130}%)`, opacity: 0 },
      ],
      { duration: SLIDE_MS, easing: 'cubic-bezier(0.2, 0.9, 0.25, 1)', fill: 'forwards' },
    );
  }, [by]);
  return (
    <span ref={ghost} aria-hidden="true" className="stage-ghost card-corners">
      {isUp ? (
        <CardFace card={card} />
      ) : (
        <img src="/card-back.svg" alt="" width={315} height={440} className="w-full" />
      )}
    </span>
  );
}

/** The card that was turned, for someone who does not see it: told once, when its face is seen. */
function Announcement({
  card,
  isComplete: isDone,
}: {
  card: OpenedCard | null;
  isComplete: boolean;
}) {
  const region = useRef<HTMLOutputElement>(null);
  const told = useRef(new Set<string>());

  useEffect(() => {
    if (card === null || told.current.has(card.id)) return;
    told.current.add(card.id);
    const { name, rarity, finish, value } = card;
    const words = `${name}, ${OPENING_RARITY[rarity]}, ${finishWord(finish)}, ${formatCad(value)}`;
    region.current!.textContent = isDone ? `${words}. All cards are open.` : words;
  }, [card, isDone]);

  return <output ref={region} className="sr-only" />;
}
