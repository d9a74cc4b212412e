// Moves the light on the foil within a grid of cards. The light follows the pointer or the finger from card to card,
// and stays on the card that has the keyboard focus. The foil of all other cards stays still.
import { useEffect, useRef, type FocusEvent, type PointerEvent } from 'react';
import { driverOf } from '../ui/card-face.tsx';
import type { FoilDriver } from '../ui/foil-driver.ts';

export function usePocketLight(isCalm: boolean) {
  const tilted = useRef<HTMLSpanElement>(null);
  const light = useRef<FoilDriver>(null);
  useEffect(
    () => () => {
      light.current?.stop();
      light.current = null;
    },
    [],
  );
  const lit = (): FoilDriver | null => {
    if (isCalm) return null;
    light.current ??= driverOf(tilted.current!, tilted.current!);
    return light.current;
  };
  const rest = ({ currentTarget }: { currentTarget: HTMLElement }) =>
    currentTarget.matches(':focus-visible, :has(:focus-visible)')
      ? lit()?.hold()
      : light.current?.release();
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    lit()?.point((clientX - left) / width, (clientY - top) / height);
  };
  return {
    tilted,
    events: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // A touched element receives all further moves of the finger. Without this release, the light would stay on the
        // first card when the finger slides to another card.
        const { target, pointerId } = event;
        if ((target as Element).hasPointerCapture(pointerId))
          (target as Element).releasePointerCapture(pointerId);
        point(event);
      },
      onPointerMove: point,
      onPointerLeave: rest,
      onPointerCancel: rest,
      onFocus: (event: FocusEvent<HTMLElement>) => rest(event),
      onBlur: () => light.current?.release(),
    },
  };
}
