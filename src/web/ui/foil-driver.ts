// Moves the light on a card towards the pointer. It changes only transforms and opacity, so that nothing is repainted.
// When nothing moves, the loop stops.

export type FoilParts = {
  /** The element that tilts. */
  rotator: HTMLElement;
  sheet: HTMLElement | null;
  bar: HTMLElement | null;
  foil: HTMLElement | null;
  glare: HTMLElement;
  light: HTMLElement;
  /** The planes of the picture, the farthest first and the frame last. Empty if the picture is flat. */
  planes: Iterable<HTMLElement>;
};

/** `x` and `y`: the position of the light, from 0 to 1 over the card. `on`: its strength. */
type Light = { x: number; y: number; on: number };

/** In each frame, the light covers this fraction of the remaining distance, if there are sixty frames a second. */
const EASE_PLACE = 0.16;
const EASE_STRENGTH = 0.12;
const PICTURE_MS = 1000 / 60;
const STILL = 0.0015;
const TILT_DEGREES = 22;
const AT_REST: Light = { x: 0.5, y: 0.5, on: 0 };
/** The light on a card that has the keyboard focus. */
const HELD: Light = { x: 0.3, y: 0.3, on: 0.75 };
const SWEEP_MS = 1100;
/** How far each plane moves if the light is at the edge, in % of its width: 9, 5, 2 and 0 px of 315 px. */
const PLANE_SHIFTS = [2.7, 1.5, 0.6, 0] as const;

export type FoilDriver = {
  /** Moves the light towards a position, given as fractions of the card. */
  point: (x: number, y: number) => void;
  hold: () => void;
  release: () => void;
  /**
   * Sweeps the light over the card once. If the card has the keyboard focus (`isHeld`), the light then stays; otherwise
   * it goes out.
   */
  sweep: (isHeld: boolean) => void;
  stop: () => void;
};

export function makeFoilDriver(parts: FoilParts): FoilDriver {
  let now: Light = { ...AT_REST };
  let target: Light = { ...AT_REST };
  let frame = 0;
  /** The time of the last frame. Null while nothing moves. */
  let drawnAt: number | null = null;
  let sweepFrom: number | null = null;
  let afterSweep = AT_REST;

  const draw = () => {
    const { x, y, on } = now;
    const [dx, dy] = [x - 0.5, y - 0.5];
    parts.rotator.style.transform = `rotateX(${-dy * TILT_DEGREES}deg) rotateY(${dx * TILT_DEGREES}deg)`;
    if (parts.sheet) parts.sheet.style.transform = `translate(${dx * -34}%, ${dy * -26}%)`;
    if (parts.bar) parts.bar.style.transform = `translate(${dx * 46}%, ${dy * 40}%)`;
    if (parts.foil) parts.foil.style.opacity = String(0.28 + 0.62 * on);
    parts.light.style.transform = `translate(${dx * 33.3}%, ${dy * 33.3}%)`;
    for (const [at, plane] of [...parts.planes].entries()) {
      const shift = -2 * PLANE_SHIFTS[at]!;
      // The planes are taller than wide, and each percentage is relative to its own side.
      if (shift !== 0) plane.style.transform = `translate(${dx * shift}%, ${dy * shift * 0.73}%)`;
    }
    parts.glare.style.opacity = String(0.1 + 0.5 * on);
  };

  const step = (at: number) => {
    if (sweepFrom !== null) {
      const share = Math.max(0, at - sweepFrom) / SWEEP_MS;
      if (share < 1) target = { x: share, y: 0.35 + 0.3 * share, on: Math.sin(share * Math.PI) };
      else {
        sweepFrom = null;
        target = { ...afterSweep };
      }
    }
    now = eased(now, target, drawnAt === null ? PICTURE_MS : at - drawnAt);
    const isStill = sweepFrom === null && areNear(now, target);
    if (isStill) now = { ...target };
    draw();
    drawnAt = isStill ? null : at;
    frame = isStill ? 0 : requestAnimationFrame(step);
  };

  const aim = (next: Light) => {
    sweepFrom = null;
    target = { ...next };
    if (frame === 0 && !areNear(now, target)) frame = requestAnimationFrame(step);
  };

  return {
    point: (x, y) => aim({ x, y, on: 1 }),
    hold: () => aim(HELD),
    release: () => aim(AT_REST),
    sweep: (isHeld) => {
      afterSweep = isHeld ? HELD : AT_REST;
      now = { x: 0, y: 0.35, on: 0 };
      aim(AT_REST);
      sweepFrom = performance.now();
    },
    stop: () => {
      cancelAnimationFrame(frame);
      frame = 0;
      drawnAt = null;
    },
  };
}

/** Moves `from` towards `to` by the elapsed time, so that the speed does not depend on the frame rate. */
function eased(from: Light, to: Light, ms: number): Light {
  const place = 1 - (1 - EASE_PLACE) ** (ms / PICTURE_MS);
  const strength = 1 - (1 - EASE_STRENGTH) ** (ms / PICTURE_MS);
  return {
    x: from.x + (to.x - from.x) * place,
    y: from.y + (to.y - from.y) * place,
    on: from.on + (to.on - from.on) * strength,
  };
}

/** Returns whether the difference is too small to see. */
function areNear(one: Light, other: Light): boolean {
  const { abs } = Math;
  return abs(other.x - one.x) + abs(other.y - one.y) + abs(other.on - one.on) < STILL;
}
