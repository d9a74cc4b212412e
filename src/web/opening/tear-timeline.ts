// The timeline of an opening, in milliseconds from the moment when the user lets go of the strip or presses the button.
// The functions are pure: the driver sets its timers by these times, and tests read them.

/** How long it takes to tear the whole strip. */
const TEAR_MS = 450;
/** How long the strip flies off and the wrapper sinks. Both start at the end of the tear. */
export const FLY_MS = 300;
/** The delay from the end of the tear until the cards start to rise. */
export const RISE_AFTER_MS = 120;
export const RISE_MS = 430;
/** The time from the end of the tear until the first card is up, however many frames are rendered. */
export const FLOWN_MS = RISE_AFTER_MS + RISE_MS;

/** How long the strip takes to close after the user has let go too early. */
export const SPRING_BACK_MS = 260;

/** Returns how long the rest of the tear takes. `torn`: the fraction that is torn already. */
export function tearMs(torn: number): number {
  return TEAR_MS * (1 - torn);
}
