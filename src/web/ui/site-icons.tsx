// Icons of the sites on which a shop may have a page. They are our own pictures of what users do there instead of the
// sites' trademarks. They are in a file of their own, because the first page loads them only if the shop has such a
// page.
import type { ReactNode } from 'react';

export const SITE_ICONS = {
  twitter: <path d="M4 5.5h16v10.5h-8.5L7 20v-4H4ZM8 9h8M8 12.5h5" />,
  instagram: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.6" />
      <path d="M16.6 7.3v.1" />
    </>
  ),
  youtube: (
    <path d="M3.5 7.5a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2ZM10 9v6l5-3Z" />
  ),
  discord: <path d="M4 6h11v8H9l-3.5 3v-3H4ZM17.5 10H20v8h-1.5v2.5L15.5 18H11v-1.5" />,
  facebook: (
    <path d="M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3.5 19c.4-3 2.6-5 5.5-5s5.1 2 5.5 5M15.5 5.4a3 3 0 0 1 0 5.2M17 14.4c2 .6 3.2 2.3 3.5 4.6" />
  ),
} satisfies Record<string, ReactNode>;
