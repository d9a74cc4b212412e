// The timeline of an opening, in milliseconds from the release of the pack or the press of the button. Pure: the
// driver sets its timers by it, and tests read it.

/** The duration of tearing the whole strip. */
const TEAR_MS = 450;
/** The strip flies off and the wrapper sinks; this starts at the end of the tear. */
export const FLY_MS = 300;
/** The cards start to rise this long after the end of the tear. */
export const RISE_AFTER_MS = 120;
export const RISE_MS = 430;
/** The time from the end of the tear to the first card, however few frames a busy machine renders. */
export const FLOWN_MS = RISE_AFTER_MS + RISE_MS;

/** A strip that was released too early is flat again after this time. */
export const SPRING_BACK_MS = 260;

/** The duration of the remaining tear; `torn` is the fraction that the user has already torn. */
export function tearMs(torn: number): number {
  return TEAR_MS * (1 - torn);
}
