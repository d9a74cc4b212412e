// Formats the remaining time of a reservation, for the screen and for screen readers.

/** Formats seconds as "08:42". */
export function formatLeft(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/**
 * The numbers of remaining seconds at which a screen reader announces the time. Each of these numbers is current for
 * one second, so each time is announced once.
 */
const SPOKEN_AT_S = [300, 120, 60, 30];

export function isSpoken(seconds: number): boolean {
  return SPOKEN_AT_S.includes(seconds);
}

/** Returns "5 minutes left" or "30 seconds left". */
export function spokenLeft(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds left`;
  const minutes = seconds / 60;
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}
