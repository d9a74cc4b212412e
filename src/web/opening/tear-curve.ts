// The geometry of the strip at the top of a pack as it is torn off. The strip can't stretch, so it curls up on a curve
// of fixed length. Pure.

/** The strip is drawn in this many slices. */
export const SLICES = 24;
/** The tear's height on the pack, as a fraction from the top. */
export const TEAR_AT = 0.13;
/** If the user lets go of the strip at or beyond this fraction, it tears completely. Otherwise it closes again. */
export const COMMIT_AT = 0.6;

/** The strip curls by this angle over CURL_OVER of the pack's width, and never by more than ANGLE_MAX (radians). */
const CURL = 2.3;
const CURL_OVER = 0.62;
const ANGLE_MAX = 2.5;

export type Place = { x: number; y: number; angle: number };

/**
 * The position of the point of the strip that is `distance` behind the tear, measured along the strip. Relative to the
 * tear: x to the right, y downwards, in the unit of `width`; angle in radians, clockwise.
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

/** How far a slice has moved from its place in the whole pack, and its rotation around its lower right corner. */
export function slicePlace(slice: number, torn: number, width: number): Place {
  const corner = ((slice + 1) / SLICES) * width;
  const distance = torn * width - corner;
  if (distance <= 0) return { x: 0, y: 0, angle: 0 };
  const { x, y, angle } = curlAt(distance, width);
  return { x: x + distance, y, angle };
}

/**
 * How far the pack is torn while the user drags. The tear follows the hand forward, and stays when the hand goes back.
 */
export function tornBy(
  torn: number,
  pull: { from: number; startX: number; x: number; width: number },
): number {
  const reached = pull.from + (pull.x - pull.startX) / pull.width;
  return Math.min(1, Math.max(torn, reached));
}
