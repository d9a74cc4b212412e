// Formats a time so that every reader understands it the same way.

const DAY = 86_400;
/** The number of days from 1 March of the year 0 to 1970. */
const TO_1970 = 719_468;
const DAYS_OF_400_YEARS = 146_097;

/** Formats seconds since 1970 in UTC as `2023-08-23 15:59:24 UTC`, in the Gregorian calendar. */
export function utcWords(seconds: number): string {
  const days = Math.floor(seconds / DAY) + TO_1970;
  const era = Math.floor(days / DAYS_OF_400_YEARS);
  const day = days - era * DAYS_OF_400_YEARS;
  // Here a year begins in March, so that a leap day is the last day of its year.
  const year = Math.floor(
    (day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365,
  );
  const dayOfYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const date = [era * 400 + year + (month < 3 ? 1 : 0), two(month), two(dayOfMonth)].join('-');
  const rest = seconds - Math.floor(seconds / DAY) * DAY;
  const time = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map(two).join(':');
  return `${date} ${time} UTC`;
}

const two = (number: number) => String(number).padStart(2, '0');
