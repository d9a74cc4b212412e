// The course of an opening, in milliseconds from the moment the pack is let go or the button is pressed.
// Pure: the driver sets its clocks by it, tests read it.

/** The whole strip takes this long. */
const TEAR_MS = 450;
/** The strip flies off and the wrapper sinks, from the end of the tear on. */
export const FLY_MS = 300;
/** The cards rise out of it, so long after the end of the tear. */
export const RISE_AFTER_MS = 120;
export const RISE_MS = 430;
/** From the end of the tear to the first card, whatever a busy machine makes of the pictures between. */
export const FLOWN_MS = RISE_AFTER_MS + RISE_MS;

/** A strip that was let go too early lies flat again after this. */
export const SPRING_BACK_MS = 260;

/** How long the rest of the strip takes; `torn` is the share that a hand tore already. */
export function tearMs(torn: number): number {
  return TEAR_MS * (1 - torn);
}
