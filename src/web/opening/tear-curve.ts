// How the strip at the top of a pack curls as it is torn off. The strip can't stretch: it leaves the tear on a curve
// of fixed length, which is tighter the further it is torn. Pure geometry.

/** The number of slices of the strip. */
export const SLICES = 24;
/** The tear is at this fraction of the pack's height. */
export const TEAR_AT = 0.13;
/** Beyond this fraction, the tear completes by itself; before it, the strip closes again. */
export const COMMIT_AT = 0.6;

/** The curl turns by this angle over 62 % of the pack's width, and never beyond ANGLE_MAX (radians). */
const CURL = 2.3;
const CURL_OVER = 0.62;
const ANGLE_MAX = 2.5;

export type Place = { x: number; y: number; angle: number };

/**
 * The position of the strip at `distance` behind the tear point, along the strip's own length. Relative to that point:
 * x to the right, y downwards, in the unit of `width`; angle in radians, clockwise.
 */
export function curlAt(distance: number, width: number): Place {
  const perLength = CURL / (CURL_OVER * width);
  const angle = Math.min(ANGLE_MAX, perLength * distance);
  const straight = Math.max(0, distance - ANGLE_MAX / perLength);
  return {
    x: -Math.sin(angle) / perLength - straight * Math.cos(angle),
    y: -(1 - Math.cos(angle)) / perLength - straight * Math.sin(angle),
    angle,
  };
}

/** The displacement of a slice from its place in the untorn pack, around its lower right corner. */
export function slicePlace(slice: number, torn: number, width: number): Place {
  const corner = ((slice + 1) / SLICES) * width;
  const distance = torn * width - corner;
  if (distance <= 0) return { x: 0, y: 0, angle: 0 };
  const { x, y, angle } = curlAt(distance, width);
  return { x: x + distance, y, angle };
}

/** The tear while the pointer is held: it follows the hand and never closes. */
export function tornBy(
  torn: number,
  pull: { from: number; startX: number; x: number; width: number },
): number {
  const reached = pull.from + (pull.x - pull.startX) / pull.width;
  return Math.min(1, Math.max(torn, reached));
}
