import { COVERED_MAX, uncoverPacks, type PackOpening } from '#contract/opening.ts';
import { useDo } from '../api/do.ts';

/**
 * Returns a function that tells the shop that the user looks at these packs now. Pages show no card before the shop has
 * confirmed it. Otherwise a user who leaves at once would find cards that they have seen under "Not looked at yet"
 * (choice 944).
 */
export function useUncover(): (openings: readonly PackOpening[]) => Promise<void> {
  const { mutateAsync } = useDo(uncoverPacks);
  return async (openings) => {
    const ids = openings.filter(({ isCovered }) => isCovered).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += COVERED_MAX) {
      // oxlint-disable-next-line no-await-in-loop -- More than one call is rare, and a failure ends them.
      await mutateAsync({ openingIds: ids.slice(from, from + COVERED_MAX) });
    }
  };
}
