import { useConfig, useShopName } from '../accounts/config.ts';

/** The shop's own logo, or else a card with a folded corner and a star, and the shop's name. */
export function Logo() {
  const name = useShopName();
  const logo = useConfig()?.logo;
  if (logo) {
    return (['light', 'dark'] as const).map((ground) => (
      <img
        key={ground}
        src={logo[ground]}
        alt=""
        className={`logo-${ground} h-9 w-36 object-contain object-left sm:w-44`}
      />
    ));
  }
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <svg
        aria-hidden="true"
        viewBox="0 0 22 24"
        className="shrink-0"
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
      <span className="truncate py-1 font-display text-[17px] leading-none tracking-[-0.01em]">
        {name}
      </span>
    </span>
  );
}
