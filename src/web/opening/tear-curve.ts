// The geometry of the strip at the top of a pack while it is torn off. The strip can't stretch, so it curls along a
// curve of constant length. The functions are pure.

/** The number of slices in which the strip is drawn. */
export const SLICES = 24;
/** How far the tear is from the top of the pack, as a fraction of the pack's height. */
export const TEAR_AT = 0.13;
/** If the user lets go at or beyond this torn fraction, the strip tears completely. Otherwise it closes again. */
export const COMMIT_AT = 0.6;

/** Along the fraction CURL_OVER of the pack's width, the strip curls by CURL radians; in all at most by ANGLE_MAX. */
const CURL = 2.3;
const CURL_OVER = 0.62;
const ANGLE_MAX = 2.5;

export type Place = { x: number; y: number; angle: number };

/**
 * Returns the position of the point of the strip that is `distance` behind the tear, measured along the strip. The
 * position is relative to the tear: x to the right, y downwards, in the same unit as `width`; the angle is in radians,
 * clockwise.
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

/** Returns how far a slice has moved from its place in the closed pack, and its rotation around its corner. */
export function slicePlace(slice: number, torn: number, width: number): Place {
  const corner = ((slice + 1) / SLICES) * width;
  const distance = torn * width - corner;
  if (distance <= 0) return { x: 0, y: 0, angle: 0 };
  const { x, y, angle } = curlAt(distance, width);
  return { x: x + distance, y, angle };
}

/**
 * Returns the torn fraction of the strip while the user drags. If the hand goes forward, the tear follows it. If the
 * hand goes back, the tear stays.
 */
export function tornBy(
  torn: number,
  pull: { from: number; startX: number; x: number; width: number },
): number {
  const reached = pull.from + (pull.x - pull.startX) / pull.width;
  return Math.min(1, Math.max(torn, reached));
}
