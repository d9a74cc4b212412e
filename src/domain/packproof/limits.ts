// Time limits of the checks, in seconds.

/** How far the time of a log entry or a ticket may be ahead of the reader's clock. */
export const CLOCK_LEEWAY = 60;

/** A ticket that is in no seal after this time is evidence against the shop (choice 583). */
export const LONGEST_UNSEALED = 60;
