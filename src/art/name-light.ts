// Finds the hues of light that a name requires. For example, a forest is always green.

import { wordsSay } from './name-words.ts';

/** An arc of the hue circle in degrees. If `to` is less than `from`, the arc includes 0. */
export type HueArc = readonly [from: number, to: number];

const ARCS: readonly (readonly [arc: HueArc, words: string])[] = [
  [
    [18, 62],
    'fire* fiery flame* flaming burn* ember lava magma* volcan* mountain inferno infernal blaz* pyro* hell* lightning thunder* rage raging fury goblin* red scorch* sear* heat* molten crimson blood*',
  ],
  [
    [178, 247],
    'water* sea ocean* island tide tidal rain ice icy frost* snow* river aqua* wave blue merfolk storm* beach shipwreck* drown* lagoon reef coast shore harbour harbor deluge cold frozen glaci* sky mist azure',
  ],
  [
    [112, 172],
    'forest leaf leaves grove plant grass* druid* elf elves elvish vine moss* jungle nature wood tree* green verdant wild wilds emerald thorn* growth viper mushroom fung*',
  ],
  [
    [248, 345],
    'swamp night shadow* dark* death* dead grave* zombie* vampire* demon* nightmare ghost* phantom* black purple violet curse* doom* lich specter poison* toxic void moon* witch* necro*',
  ],
  [
    [63, 100],
    'plain sun sunlight light holy angel* dawn* gold* yellow sand* desert divine saint temple amber',
  ],
];

/** Returns the hues of the first word that requires a light; undefined if no word requires one. */
export function lightInWords(words: readonly string[]): HueArc | undefined {
  for (const word of words) {
    for (const [arc, list] of ARCS) {
      if (wordsSay([word], list)) return arc;
    }
  }
  return undefined;
}

/** Returns true if the hue is on the arc. */
export function isOnArc(hue: number, [from, to]: HueArc): boolean {
  return from <= to ? hue >= from && hue <= to : hue >= from || hue <= to;
}
