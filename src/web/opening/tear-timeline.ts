// The timeline of an opening, in milliseconds from the release of the strip or the press of the button. Pure. The
// driver sets its timers by these times, and tests read them.

/** How long tearing the whole strip takes. */
const TEAR_MS = 450;
/** How long the strip flies off and the wrapper sinks after the end of the tear. */
export const FLY_MS = 300;
/** The cards start to rise this long after the end of the tear. */
export const RISE_AFTER_MS = 120;
export const RISE_MS = 430;
/** The time from the end of the tear to the first card. It does not depend on the number of rendered frames. */
export const FLOWN_MS = RISE_AFTER_MS + RISE_MS;

/** How long a strip takes to close if the user lets go too early. */
export const SPRING_BACK_MS = 260;

/** How long the rest of the tear takes. `torn`: the fraction that is already torn. */
export function tearMs(torn: number): number {
  return TEAR_MS * (1 - torn);
}
