const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** A time to wait in words, rounded up: "40 seconds", "1 minute", "3 hours". */
export function waitWords(seconds: number): string {
  const [count, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 90 * MINUTE_S
        ? [seconds / MINUTE_S, 'minute']
        : [seconds / HOUR_S, 'hour'];
  const whole = Math.max(1, Math.ceil(count));
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
