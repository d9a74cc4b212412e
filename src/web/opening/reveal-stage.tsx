// Shows the cards of an open pack one at a time. The user turns a card, moves on, sells it or keeps it. The stage fills
// the window and hides the shop's header; the exit is in the stage's own bar.
import type { OpenedCard, PackOpening } from '#contract/opening.ts';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Icon } from '../ui/icon.tsx';
import { CardPlace, LeavingCard } from './card-place.tsx';
import { Congratulations } from './congratulations.tsx';
import { best } from './fan.ts';
import { glowOf, isCelebrated, isGreatCard, isPraised, isRareCard, SPARKS } from './glow.ts';
import { rarityRank } from '#domain/card.ts';
import { isComplete, isFanned, isNamed, isOpen, nextUnopened } from './reveal-state.ts';
import { StageBar } from './stage-bar.tsx';
import { StageCard } from './stage-card.tsx';
import { StageFan } from './stage-fan.tsx';
import { Sparks, StageLight } from './stage-light.tsx';
import { Announcement, FanWords, StageFoot, StageWords } from './stage-words.tsx';
import { isStepNew, noteStep } from './step-hint.ts';
import type { RevealControls } from './use-reveal.ts';
import { useSwipe } from '../ui/use-swipe.ts';

const CELEBRATION_MS = 1600;

type RevealStageProps = {
  opening: PackOpening;
  controls: RevealControls;
  isCalm: boolean;
  /** Whether a dialog is open over the stage. If so, the dialog gets the keys. */
  isCovered: boolean;
  /** The card that is being celebrated; null if there is none. */
  praised: OpenedCard | null;
  /** A text such as "Pack 1 of 20". Null if only one pack was bought. */
  whichPack: string | null;
  /** A text that is shown until the first card is turned. */
  note: string | null;
  /** Opens the next sealed pack. Null if no sealed pack is left. */
  onNextPack: (() => void) | null;
  onKeep: () => void;
  onCredit: (card: OpenedCard) => void;
  onViewAll: () => void;
  onExit: () => void;
};

export function RevealStage(props: RevealStageProps) {
  const { opening, isCovered, praised } = props;
  const { reveal } = props.controls;
  const { index, count } = reveal;
  const card = opening.cards[index] ?? null;
  const bar = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLElement>(null);
  const cardButton = useRef<HTMLButtonElement>(null);
  const fanHeading = useRef<HTMLHeadingElement>(null);
  const acts = useActs(props, stage);
  const isLarge =
    praised !== null && praised.id === card?.id && isGreatCard(praised) && isCelebrated(praised);

  useRoom();
  useFocusOnStage(index === count ? fanHeading : cardButton, isCovered || praised !== null);
  useActKeys(props, acts, [bar, stage], cardButton);

  return (
    <>
      <StageBar
        bar={bar}
        opening={opening}
        reveal={reveal}
        whichPack={props.whichPack}
        onExit={props.onExit}
      />
      <section
        ref={stage}
        data-theme="dark"
        data-large={isLarge || undefined}
        aria-labelledby="pack-name"
        className="opening-stage stage-cards baize"
      >
        <StageRow {...props} acts={acts} isLarge={isLarge} button={cardButton} />
        <StageBelow {...props} acts={acts} isLarge={isLarge} fanHeading={fanHeading} />
        <Announcement card={isNamed(reveal, index) ? card : null} isComplete={isComplete(reveal)} />
      </section>
    </>
  );
}

/** Returns the actions on the stage. Touch, pointer and keys all use them. */
function useActs(
  { opening, controls, onKeep }: RevealStageProps,
  stage: RefObject<HTMLElement | null>,
) {
  const { reveal } = controls;
  const [isNew, setNew] = useState(isStepNew);
  const isTurning = reveal.flip !== null;
  const next = nextUnopened(reveal, (at) => isRareCard(opening.cards[at]!));

  /** Scrolls the stage into view. Every action calls this first. */
  const seen = () => stage.current!.scrollIntoView({ block: 'start', behavior: 'instant' });
  /**
   * Wraps an action that moves to another card. Moving on means that the user keeps the celebrated card. It also ends
   * the hint about moving on.
   */
  const leaving = (act: () => void) => () => {
    onKeep();
    if (reveal.opened.length > 0 && !isTurning) {
      noteStep();
      setNew(false);
    }
    seen();
    act();
  };
  const go = (to: number) => leaving(() => controls.go(to));
  const step = (by: 1 | -1) => leaving(() => controls.step(by));
  const turn = () => {
    seen();
    controls.turn();
  };
  // On an open card, a click or touch moves on to the next card. A key never moves on: it turns the card, or ends its
  // turn.
  const press = (isByKey: boolean) =>
    (isByKey || isTurning || !isOpen(reveal, reveal.index) ? turn : step(1))();
  return { go, step, turn, press, skip: next === null ? null : go(next), isNew };
}
type Acts = ReturnType<typeof useActs>;

function useActKeys(
  { controls, isCovered, praised, onExit, onKeep }: RevealStageProps,
  { go, step, turn, skip }: Acts,
  within: RefObject<HTMLElement | null>[],
  cardButton: RefObject<HTMLButtonElement | null>,
): void {
  useStageKeys(within, cardButton, (act, key) => {
    if (isCovered) return false;
    // While a card is celebrated, a key turns nothing unless the card has the focus.
    if (act === 'turn' && praised !== null && !key.isOnCard) return true;
    const acts = {
      back: step(-1),
      on: step(1),
      first: go(0),
      last: go(controls.reveal.count - 1),
      turn,
      skip: skip ?? (() => {}),
      // Escape goes back one step: from a celebration to its card, from the whole pack to its last card, then out.
      exit:
        praised !== null
          ? onKeep
          : controls.reveal.index === controls.reveal.count
            ? step(-1)
            : onExit,
    };
    if (key.isRepeated && act !== 'back' && act !== 'on') return true;
    acts[act]();
    return true;
  });
}

/** The card between the arrows, or the whole pack as a fan between the arrows. */
function StageRow({
  opening: { cards },
  controls: { reveal, slide },
  isCalm,
  praised,
  isLarge,
  acts: { step, press },
  button,
}: RevealStageProps & {
  acts: Acts;
  isLarge: boolean;
  button: RefObject<HTMLButtonElement | null>;
}) {
  const { index, count } = reveal;
  const card = cards[index] ?? null;
  const isTurning = reveal.flip !== null;
  const swipe = useSwipe((by) => step(by)());
  return (
    <div className="stage-row" aria-busy={slide !== null} {...swipe}>
      {card !== null && (
        <StageLight
          key={card.id}
          rarity={card.rarity}
          isOpen={isOpen(reveal, index)}
          isTurning={isTurning}
          isCalm={isCalm}
        />
      )}
      {isLarge && praised !== null && !isCalm && (
        <div
          aria-hidden="true"
          className="stage-burst"
          style={{ '--glow': glowOf(praised.rarity) }}
        >
          <Sparks count={SPARKS[rarityRank(praised.rarity)] || 20} ms={CELEBRATION_MS} />
        </div>
      )}
      <Arrow label="Previous card" icon="left" onPress={step(-1)} />
      {card === null ? (
        <StageFan cards={cards} isCalm={isCalm} />
      ) : (
        <CardPlace index={index} slideBy={slide?.by ?? 1} isLarge={isLarge} isCalm={isCalm}>
          <StageCard
            card={card}
            label={`Card ${index + 1} of ${count}, ${isOpen(reveal, index) ? 'face up' : 'face down'}`}
            isOpen={isOpen(reveal, index)}
            isTurning={isTurning}
            isCalm={isCalm}
            onPress={press}
            button={button}
          />
          {slide && !isCalm && slide.from < count && (
            <LeavingCard
              key={slide.from}
              card={cards[slide.from]!}
              isOpen={isOpen(reveal, slide.from)}
              by={slide.by}
            />
          )}
        </CardPlace>
      )}
      <Arrow label="Next card" icon="right" onPress={step(1)} />
    </div>
  );
}

/** Describes the card and offers the next steps. While a card is celebrated, the celebration replaces this. */
function StageBelow({
  acts: { go, skip, isNew },
  isLarge,
  fanHeading,
  ...props
}: RevealStageProps & {
  acts: Acts;
  isLarge: boolean;
  fanHeading: RefObject<HTMLHeadingElement | null>;
}) {
  const { opening, praised, onKeep } = props;
  const { reveal } = props.controls;
  const card = opening.cards[reveal.index] ?? null;
  // After the last card, the buttons appear only when the user has answered its celebration, because the celebration
  // has the same place.
  const isAwaited =
    card !== null && isComplete(reveal) && reveal.flip?.step === 'named' && isPraised(card);
  return (
    <div className="stage-below">
      {card === null ? (
        <FanWords opening={opening} heading={fanHeading} />
      ) : (
        !isLarge && (
          <StageWords
            card={card}
            isNamed={isNamed(reveal, reveal.index)}
            isTurning={reveal.flip !== null}
            note={reveal.opened.length === 0 ? props.note : null}
            isNew={isNew && praised === null}
          />
        )
      )}
      <div className="stage-foot">
        {isAwaited ? null : praised === null ? (
          <StageFoot
            shared={card ?? best(opening.cards) ?? null}
            isDone={isComplete(reveal)}
            isFanned={isFanned(reveal)}
            onSkip={skip}
            onFan={go(reveal.count)}
            onNextPack={props.onNextPack}
            onViewAll={props.onViewAll}
          />
        ) : (
          <Congratulations
            key={praised.id}
            card={praised}
            isLarge={isLarge}
            onKeep={onKeep}
            onCredit={() => props.onCredit(praised)}
          />
        )}
      </div>
    </div>
  );
}

/** Makes the stage fill the window from its top edge while cards are turned. */
function useRoom(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['room'] = '';
    window.scrollTo({ top: 0, behavior: 'instant' });
    return () => {
      delete dataset['room'];
    };
  }, []);
}

/** Moves the focus to the stage's main control when the stage appears, or when the focused element is removed. */
function useFocusOnStage(target: RefObject<HTMLElement | null>, isAsking: boolean): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isFirst.current || (isLost && !isAsking)) target.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [target, isAsking]);
}

type Act = 'back' | 'on' | 'first' | 'last' | 'turn' | 'skip' | 'exit';

const KEYS: Record<string, Act> = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  Home: 'first',
  End: 'last',
  Escape: 'exit',
};

/** Returns the action for a key. Returns null if the stage does not use the key. */
function actOf(
  key: string,
  at: { isInStage: boolean; isOnCard: boolean; isOnControl: boolean },
): Act | null {
  if (key === ' ' || key === 'Enter') return at.isOnCard || !at.isOnControl ? 'turn' : null;
  // The letter works only while the focus is inside the stage, because speech input types whole words.
  if (key === 's' || key === 'S') return at.isInStage ? 'skip' : null;
  return KEYS[key] ?? null;
}

/** Handles keys while the focus is inside the stage or nowhere. `act` returns whether it handled the key. */
function useStageKeys(
  places: RefObject<HTMLElement | null>[],
  cardButton: RefObject<HTMLElement | null>,
  act: (act: Act, key: { isOnCard: boolean; isRepeated: boolean }) => boolean,
): void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    const isInStage = places.some(({ current }) => current!.contains(target));
    if (!isInStage && target !== document.body) return;
    // An open dialog handles its own keys, even if it is inside the stage.
    if (target.closest('dialog:modal') !== null) return;
    const isOnCard = target === cardButton.current;
    const isOnControl = target.closest('button, a, input, select, summary') !== null;
    const meant = actOf(event.key, { isInStage, isOnCard, isOnControl });
    if (meant === null) return;
    // The browser already turns a key on the card's button into a click. Repeats of a held key are passed to `act`,
    // which ignores them.
    if (meant === 'turn' && isOnCard && !event.repeat) return;
    if (act(meant, { isOnCard, isRepeated: event.repeat })) event.preventDefault();
  };
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
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
