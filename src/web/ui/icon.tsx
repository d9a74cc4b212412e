// Our own line icons on a grid of 24 px. Icons are decoration, and the words next to them carry the meaning. Every page
// loads the icons in this file. An icon that only one page needs is defined in that page, with `LineIcon`.
import type { ReactNode } from 'react';

const ICONS = {
  left: <path d="m14.5 5.5-6.5 6.5 6.5 6.5" />,
  right: <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  check: <path d="m5 12.5 4.5 4.5L19 7" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
    </>
  ),
  moon: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z" />,
  warning: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5v5.5M12 16v.1" />
    </>
  ),
  success: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m8.3 12.2 2.6 2.6 4.9-5.3" />
    </>
  ),
  information: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.8v.1" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
      <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2" />
    </>
  ),
  pack: (
    <>
      <path d="M5.5 3.5h13v2.5l-1 1v10l1 1v2.5h-13V18l1-1V7l-1-1Z" />
      <path d="M6.5 7h11M6.5 17h11" />
    </>
  ),
  buyback: (
    <>
      <path d="M19.5 10A8 8 0 0 0 5.6 7.2M4.5 14a8 8 0 0 0 13.9 2.8M5.5 3.5v4h4M18.5 20.5v-4h-4" />
      <path d="M14 9.8c-.4-.7-1.1-1-2-1-1.2 0-2 .6-2 1.5 0 2.2 4.2 1.1 4.2 3.3 0 .9-.9 1.6-2.2 1.6-1 0-1.8-.4-2.2-1.1M12 7.5v1.3M12 15.2v1.3" />
    </>
  ),
  truck: (
    <>
      <path d="M3 6.5h11v10H3ZM14 10h3.8l3.2 3.2v3.3h-7Z" />
      <circle cx="7" cy="17.8" r="1.9" fill="var(--bg)" />
      <circle cx="17.2" cy="17.8" r="1.9" fill="var(--bg)" />
    </>
  ),
  shield: (
    <>
      <path d="M12 3.5 4.5 6v6c0 4.3 3.1 7.3 7.5 8.5 4.4-1.2 7.5-4.2 7.5-8.5V6Z" />
      <path d="m8.7 12 2.4 2.4 4.2-4.6" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICONS;

type Look = { size?: number; className?: string };

export function Icon({ name, ...variant }: Look & { name: IconName }) {
  return <LineIcon {...variant}>{ICONS[name]}</LineIcon>;
}

export function LineIcon({ size = 20, className, children }: Look & { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 28 ? 1.3 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ?? 'shrink-0'}
    >
      {children}
    </svg>
  );
}
