import type { WireScheme } from '#contract/games.ts';
import type { Rarity } from '#domain/card.ts';
import type { GameSign } from '#domain/game.ts';

export type DrawnStyle = { sign: GameSign; schemes: WireScheme[] };

/** The address of a sample card of a rarity, in the style of a game. */
export function sampleUrl({ sign, schemes }: DrawnStyle, rarity: Rarity): string {
  const style = JSON.stringify({ sign, schemes });
  return `/art/sample.svg?style=${encodeURIComponent(style)}&rarity=${rarity}`;
}

/** The address of a sign, in a colour that both themes show. */
export function signUrl(sign: GameSign): string {
  return `/art/sign/${sign}.svg`;
}
