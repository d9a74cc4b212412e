/** All motifs. */
export const MOTIFS = [
  'ridge',
  'orbit',
  'bloom',
  'serpent',
  'prism',
  'moth',
  'stag',
  'tide',
  'citadel',
  'spirit',
  'fungi',
  'koi',
  'relic',
  'mask',
  'flame',
  'storm',
  'skull',
] as const;
export type Motif = (typeof MOTIFS)[number];
