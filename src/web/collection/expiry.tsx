import type { CardItem } from '#contract/collection.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { classNames } from '../ui/class-names.ts';
import { formatDay } from '../ui/moments.ts';

const SOON_DAYS = 7;
const VERY_SOON_DAYS = 3;

/**
 * Says how soon a card expires. `days`: the remaining days, rounded up; with 0, the background job will process the
 * card in its next run.
 */
function nearness(days: number): string {
  if (days === 0) return 'any moment';
  return days === 1 ? 'within a day' : 'soon';
}

/** Says how many days are left before a card expires. As the day comes closer, the text turns amber and then red. */
export function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return null;
  const words = days > 1 ? `${days} days left` : days === 1 ? 'within a day' : 'any moment';
  return (
    <span
      className={classNames(
        'whitespace-nowrap',
        days <= VERY_SOON_DAYS ? 'text-danger' : days <= SOON_DAYS && 'text-on-warn-soft',
      )}
    >
      {words}
    </span>
  );
}

/**
 * Shows the day on which a card expires, and a bar for the remaining time. The bar turns amber and later red. When it
 * is red, a word appears next to it.
 */
export function Expiry({ item }: { item: CardItem }) {
  const days = item.daysUntilAutoConvert;
  // A card that was bought as a single never expires.
  if (days === null)
    return <span className="text-text-3">{item.boughtFor === null ? 'N/A' : 'Never'}</span>;
  const tone = days <= VERY_SOON_DAYS ? 'danger' : days <= SOON_DAYS ? 'warn' : 'calm';
  const bar = { danger: 'bg-danger', warn: 'bg-on-warn-soft', calm: 'bg-text-3' }[tone];
  const share = Math.min(1, days / CONVERT_AFTER_DAYS);
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 whitespace-nowrap',
        tone === 'danger' ? 'text-danger' : tone === 'warn' ? 'text-on-warn-soft' : 'text-text-2',
      )}
    >
      {formatDay(item.autoConvertAt)}
      {tone === 'danger' && <span>{nearness(days)}</span>}
      <span
        aria-hidden="true"
        className="h-1 w-11 rounded-full bg-surface-3 forced-color-adjust-none"
      >
        <span
          className={classNames('block h-1 origin-left rounded-full', bar)}
          style={{ transform: `scaleX(${share})` }}
        />
      </span>
    </span>
  );
}
