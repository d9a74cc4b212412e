// How long a reader waits for a shop, in seconds.

/** By how much a time may be ahead of the reader's clock. */
export const CLOCK_LEEWAY = 60;

/** A ticket that is in no seal after that is evidence against the shop (choice 583). */
export const LONGEST_UNSEALED = 60;
