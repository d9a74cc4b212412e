/** Formats a chance from 0 to 1: "Every pack", "87% of packs", "about 1 in 20 packs". */
export function formatChance(chance: number): string {
  if (chance >= 0.9995) return 'Every pack';
  if (chance >= 0.5) return `${Math.round(chance * 100)}% of packs`;
  return `about 1 in ${Math.round(1 / chance)} packs`;
}

/** Formats a share of counted packs: "Every pack", "9 of 40 packs", "none of 40 packs". */
export function formatShare(packs: number, of: number): string {
  if (packs === of) return 'Every pack';
  return `${packs === 0 ? 'none' : packs} of ${of} packs`;
}

/** Says in how many of the counted packs something is: "In every one of 40 packs", "In 9 of 40 packs". */
export function inShare(packs: number, of: number): string {
  return packs === of ? `In every one of ${of} packs` : `In ${formatShare(packs, of)}`;
}
