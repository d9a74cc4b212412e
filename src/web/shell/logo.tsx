import { useConfig, useShopName } from '../accounts/config.ts';
import { classNames } from '../ui/class-names.ts';

/** Longer names are written in two lines. */
const SHORT_NAME = 14;

/** The shop's own logo. If there is none, a card with a folded corner and a star, and the shop's name. */
export function Logo() {
  const name = useShopName();
  const logo = useConfig()?.logo;
  if (logo) {
    return (['light', 'dark'] as const).map((ground) => (
      <img
        key={ground}
        src={logo[ground]}
        alt=""
        className={`logo-${ground} h-9 w-36 min-w-0 object-contain object-left sm:w-44`}
      />
    ));
  }
  return (
    // The mark is a line of its own height, so that a name without room beside it wraps out of sight instead of being cut.
    <span className="flex h-11 min-w-0 flex-wrap items-center gap-x-2.5 overflow-hidden max-[399px]:gap-x-2">
      <span className="flex h-11 items-center">
        <svg
          aria-hidden="true"
          viewBox="0 0 22 24"
          width="22"
          height="24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.9"
          strokeLinejoin="round"
        >
          <path d="M2 1.5h13L20 6v16.5H2Z" />
          <path
            fill="currentColor"
            stroke="none"
            d="M11 7.5q.7 4.3 5 5-4.3.7-5 5-.7-4.3-5-5 4.3-.7 5-5Z"
          />
        </svg>
      </span>
      <span
        className={classNames(
          'line-clamp-2 max-w-36 font-display tracking-[-0.01em] sm:max-w-44',
          name.length > SHORT_NAME
            ? 'text-[14px] leading-[1.15]'
            : 'text-[17px] leading-[1.2] max-[399px]:text-[15px]',
        )}
      >
        {name}
      </span>
    </span>
  );
}
