// The card on the stage. It shows its back until it is pressed, and then its face with its foil.
import { useEffect, useLayoutEffect, useRef, type PointerEvent, type Ref } from 'react';
import { CardFace, driverOf, type FaceCard } from '../ui/card-face.tsx';
import type { FoilDriver } from '../ui/foil-driver.ts';
import { followDevice, useDeviceTilt } from '../browser/device-tilt.ts';
import { FADE_MS, TURN_KEYFRAMES, TURN_MS } from './flip-timeline.ts';

type StageCardProps = {
  card: FaceCard & { id: string };
  /** The label for screen readers, such as "Card 3 of 15, face down". */
  label: string;
  isOpen: boolean;
  /** Whether the card is turning because the user has just pressed it. */
  isTurning: boolean;
  isCalm: boolean;
  onPress: (isByKey: boolean) => void;
  button: Ref<HTMLButtonElement>;
};

export function StageCard(props: StageCardProps) {
  const { card, label, isOpen, isTurning, isCalm, onPress, button } = props;
  const rotator = useRef<HTMLSpanElement>(null);
  const flipper = useRef<HTMLSpanElement>(null);
  const face = useRef<HTMLSpanElement>(null);
  const light = useRef<FoilDriver>(null);
  const isLive = isOpen && !isCalm;
  const isTilted = useDeviceTilt();

  useEffect(() => {
    const tilted = rotator.current!;
    if (!isLive) return;
    const driver = driverOf(tilted, face.current!);
    light.current = driver;
    if (isHeld(tilted)) driver.hold();
    const unfollow = isTilted ? followDevice(driver.point) : null;
    return () => {
      unfollow?.();
      driver.stop();
      tilted.style.removeProperty('transform');
      light.current = null;
    };
  }, [isLive, isTilted, card.id]);

  // The effect runs before the first frame in which the face is up, so that the face does not flash.
  useLayoutEffect(() => {
    if (!isTurning) return;
    if (isCalm) {
      flipper.current!.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS);
      return;
    }
    const turn = flipper.current!.animate(TURN_KEYFRAMES, TURN_MS);
    turn.finished.then(
      () => light.current?.sweep(isHeld(rotator.current)),
      () => {},
    );
    return () => turn.cancel();
  }, [isTurning, isCalm, card.id]);

  const point = (event: PointerEvent<HTMLButtonElement>) => {
    if (flipper.current!.getAnimations().length > 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    light.current?.point((event.clientX - left) / width, (event.clientY - top) / height);
  };
  // Called when the pointer leaves the card. If the card has the keyboard focus, the light stays on it.
  const rest = () => (isHeld(rotator.current) ? light.current?.hold() : light.current?.release());

  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      // A click whose `detail` is 0 comes from a key.
      onClick={({ detail }) => onPress(detail === 0)}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={rest}
      onPointerUp={(event) => event.pointerType !== 'mouse' && rest()}
      onPointerCancel={rest}
      onFocus={rest}
      onBlur={rest}
      className="stage-card card-corners"
      data-face={isOpen ? 'up' : 'down'}
    >
      <span ref={rotator} className="stage-card-tilt">
        <span ref={flipper} className="stage-card-turn">
          <span className="stage-card-side stage-card-back card-corners">
            <img src="/card-back.svg" alt="" width={315} height={440} draggable={false} />
          </span>
          <span ref={face} className="stage-card-side stage-card-face card-corners">
            <CardFace key={card.id} card={card} isDeep={!isCalm} />
          </span>
        </span>
      </span>
    </button>
  );
}

/**
 * Returns whether the card has the keyboard focus. If so, the light stays on the card. `within`: null if the card has
 * just been removed, because it loses its focus then.
 */
function isHeld(within: HTMLElement | null): boolean {
  return within?.closest('button')?.matches(':focus-visible') ?? false;
}
