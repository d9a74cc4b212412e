// The light on the foil of a card in a pocket. The light follows the pointer, and stays on the card that has the
// keyboard focus. The foil of all other cards stays still.
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
    currentTarget.matches(':focus-visible') ? lit()?.hold() : light.current?.release();
  return {
    tilted,
    events: {
      onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
        const { left, top, width, height } = currentTarget.getBoundingClientRect();
        lit()?.point((clientX - left) / width, (clientY - top) / height);
      },
      onPointerLeave: rest,
      onPointerCancel: rest,
      onFocus: (event: FocusEvent<HTMLElement>) => rest(event),
      onBlur: () => light.current?.release(),
    },
  };
}
