// Recognises a horizontal swipe over the stage, which goes to the next or previous card.
import { useRef, type PointerEvent } from 'react';

/** A swipe must be at least SWIPE_PX long horizontally, and at least SLOPE times as long as its vertical part. */
const SWIPE_PX = 44;
const SLOPE = 1.4;

export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const from = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      // A second finger cancels the swipe.
      from.current =
        from.current === null && event.isPrimary
          ? { id: event.pointerId, x: event.clientX, y: event.clientY }
          : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const start = from.current;
      from.current = null;
      if (start?.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < Math.abs(dy) * SLOPE) return;
      onSwipe(dx < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
