import type { Right } from '#domain/access.ts';

const WORK_PAGES = [
  ['support', '/admin'],
  ['packing', '/admin/shipping'],
  ['catalogue', '/admin/catalogue'],
  ['money', '/admin/users'],
] as const;

/** The first operator page for somebody with these rights. Null for a shopper. */
export function workPageOf(rights: readonly Right[]) {
  return WORK_PAGES.find(([right]) => rights.includes(right))?.[1] ?? null;
}
