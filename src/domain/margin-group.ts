/** What margins are added up by. A file of its own, because every page loads the addresses of all pages. */
export const MARGIN_GROUPS = ['type', 'drop', 'month', 'game'] as const;
export type MarginGroup = (typeof MARGIN_GROUPS)[number];
