// The port to public numbers: a network that signs each round at a time that is known before (docs/product.md §19).
import type { Chain } from '#domain/packproof/public-number.ts';

export type PublicNumber = { round: number; signature: string; source: string };

export type BeaconSource = {
  /** Its values are pinned; none is taken from an answer. */
  chain: Chain;
  /** The shop signs it itself, to show how the check works: it proves nothing. */
  isPractice: boolean;
  /** A round whose signature was checked; null where nobody tells it yet, or tells it wrong. */
  ask: (round: number) => Promise<PublicNumber | null>;
};
