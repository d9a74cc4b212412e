/**
 * The ways to group margins. This is a separate file, because every page loads the code that reads the search
 * parameters of all pages.
 */
export const MARGIN_GROUPS = ['type', 'drop', 'month', 'game'] as const;
export type MarginGroup = (typeof MARGIN_GROUPS)[number];
