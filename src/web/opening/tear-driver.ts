// Moves the parts of a pack during the tear. It writes transforms and opacity directly to the elements, because
// rendering through React would be too slow for sixty frames a second.
import { COMMIT_AT, slicePlace, SLICES, tornBy } from './tear-curve.ts';
import { FLOWN_MS, FLY_MS, RISE_AFTER_MS, RISE_MS, SPRING_BACK_MS } from './tear-timeline.ts';

export type TearParts = {
  /** The element that contains all torn parts. It is as wide as the pack. */
  pack: HTMLElement;
  strip: HTMLElement;
  slices: readonly HTMLElement[];
  slit: HTMLElement;
  /** The handle that the user drags. It moves with the tear. */
  grip: HTMLElement;
  leak: HTMLElement;
  stack: HTMLElement;
};

const DETENTS = 4;
/** How far the torn wrapper sinks. */
const SINK_PX = 420;

export type TearDriver = {
  torn: () => number;
  /** Moves the tear to `torn` within `ms`. The promise also resolves if another animation replaces this one. */
  tearTo: (torn: number, ms: number) => Promise<void>;
  close: () => Promise<void>;
  /** Makes the strip fly off, the pack sink and the cards rise. The promise resolves when the cards are up. */
  fly: () => Promise<void>;
  stop: () => void;
};

/** Where in the window the cards were when they had flown out of a pack, and when. */
let flown: { place: DOMRect; at: number } | null = null;
const FRESH_MS = 500;

/** Returns where the cards have just flown to, so that the stage's first card begins there. Null after half a second. */
export function takeFlownPlace(): DOMRect | null {
  const place = flown && performance.now() - flown.at < FRESH_MS ? flown.place : null;
  flown = null;
  return place;
}

export function makeTearDriver(parts: TearParts): TearDriver {
  let torn = 0;
  let frame = 0;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let abandon: (() => void) | null = null;

  const draw = (next: number) => {
    torn = next;
    const width = parts.pack.offsetWidth;
    for (const [at, slice] of parts.slices.entries()) {
      const { x, y, angle } = slicePlace(at, torn, width);
      slice.style.transform = angle === 0 ? '' : `translate(${x}px,${y}px) rotate(${angle}rad)`;
    }
    parts.grip.style.transform = `translateX(${torn * width}px)`;
    parts.slit.style.transform = `scaleX(${torn})`;
    parts.slit.style.opacity = String(Math.min(1, torn * 2));
    parts.leak.style.transform = `scale(${0.35 + 0.65 * torn}, ${0.2 + 0.8 * torn})`;
    parts.leak.style.opacity = String(torn);
  };

  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(deadline);
    abandon?.();
    abandon = null;
  };

  const tearTo = (target: number, ms: number): Promise<void> => {
    stop();
    const from = torn;
    const startedAt = performance.now();
    return new Promise((resolve) => {
      abandon = resolve;
      const end = () => {
        draw(target);
        stop();
      };
      const step = () => {
        const share = ms <= 0 ? 1 : Math.min(1, (performance.now() - startedAt) / ms);
        if (share === 1) return end();
        draw(from + (target - from) * (1 - (1 - share) ** 2));
        frame = requestAnimationFrame(step);
      };
      // The timer ends the animation on time, even if the browser renders hardly any frames.
      deadline = setTimeout(end, ms);
      step();
    });
  };

  const fly = (): Promise<void> => {
    const away = {
      duration: FLY_MS,
      fill: 'forwards',
      easing: 'cubic-bezier(0.5, 0, 0.8, 0.4)',
    } as const;
    const sunk = `0 ${SINK_PX}px`;
    parts.pack.animate([{ translate: sunk, opacity: 0 }], away);
    // The light is an element of its own, so it must be made to sink with the pack.
    parts.leak.animate([{ translate: sunk, opacity: 0 }], away);
    // The strip is inside the element that sinks, so it has to rise by SINK_PX in addition.
    parts.strip.animate(
      [{ transform: `translate(110px, ${-190 - SINK_PX}px) rotate(40deg)`, opacity: 0 }],
      away,
    );
    parts.stack.animate([{ opacity: 1, transform: 'translateY(-22%) scale(1.08)' }], {
      duration: RISE_MS,
      delay: RISE_AFTER_MS,
      fill: 'forwards',
      easing: 'cubic-bezier(0.2, 0.9, 0.25, 1)',
    });
    return new Promise((resolve) => {
      setTimeout(() => {
        flown = { place: parts.stack.getBoundingClientRect(), at: performance.now() };
        resolve();
      }, FLOWN_MS);
    });
  };

  return { torn: () => torn, tearTo, close: () => tearTo(0, SPRING_BACK_MS), fly, stop };
}

/**
 * Lets the user tear a pack by dragging along the strip with any pointer. If the user lets go before COMMIT_AT, the
 * strip closes again. Otherwise calls `on.commit`, which tears the rest. Returns a function that unsubscribes.
 */
export function followHand(
  handle: HTMLElement,
  pack: HTMLElement,
  driver: TearDriver,
  on: { tick: () => void; rip: (speed: number) => void; commit: () => void },
): () => void {
  let pull: { id: number; from: number; startX: number; width: number } | null = null;
  let last = { x: 0, at: 0 };

  const start = (event: PointerEvent) => {
    if (event.button !== 0 || pull !== null) return;
    // Without this, the browser would drag the image and cancel the pointer.
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    driver.stop();
    pull = {
      id: event.pointerId,
      from: driver.torn(),
      startX: event.clientX,
      width: pack.offsetWidth,
    };
    last = { x: event.clientX, at: event.timeStamp };
  };

  const move = (event: PointerEvent) => {
    if (pull === null || event.pointerId !== pull.id) return;
    const before = driver.torn();
    const torn = tornBy(before, { ...pull, x: event.clientX });
    if (torn === before) return;
    void driver.tearTo(torn, 0);
    if (Math.floor(torn * DETENTS) > Math.floor(before * DETENTS)) on.tick();
    const ms = event.timeStamp - last.at;
    if (ms > RIP_EVERY_MS) {
      on.rip(Math.abs(event.clientX - last.x) / ms / RIP_FULL_PX_PER_MS);
      last = { x: event.clientX, at: event.timeStamp };
    }
  };

  const end = (event: PointerEvent) => {
    if (pull === null || event.pointerId !== pull.id) return;
    pull = null;
    if (event.type === 'pointerup' && driver.torn() >= COMMIT_AT) on.commit();
    else void driver.close();
  };

  const refuse = (event: Event) => event.preventDefault();
  handle.addEventListener('pointerdown', start);
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
  handle.addEventListener('dragstart', refuse);
  return () => {
    handle.removeEventListener('pointerdown', start);
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', end);
    handle.removeEventListener('pointercancel', end);
    handle.removeEventListener('dragstart', refuse);
  };
}

const RIP_EVERY_MS = 70;
const RIP_FULL_PX_PER_MS = 1.5;

/** The indexes of the slices of the strip, from left to right. */
export const SLICE_INDEXES = Array.from({ length: SLICES }, (_none, at) => at);
