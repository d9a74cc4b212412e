// The timeline of an opening, in milliseconds from the release of the strip or the press of the button. Pure. The
// driver sets its timers by these times, and tests read them.

/** The duration of tearing the whole strip. */
const TEAR_MS = 450;
/** The duration in which the strip flies off and the wrapper sinks, from the end of the tear. */
export const FLY_MS = 300;
/** The cards start to rise this long after the end of the tear. */
export const RISE_AFTER_MS = 120;
export const RISE_MS = 430;
/** The time from the end of the tear to the first card. It does not depend on the number of rendered frames. */
export const FLOWN_MS = RISE_AFTER_MS + RISE_MS;

/** The duration in which a strip closes that was released too early. */
export const SPRING_BACK_MS = 260;

/** The duration of the rest of the tear. `torn`: the fraction that is already torn. */
export function tearMs(torn: number): number {
  return TEAR_MS * (1 - torn);
}
