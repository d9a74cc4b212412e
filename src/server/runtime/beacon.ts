// The port to public randomness: a network that signs each round at a time known in advance
// (docs/product.md §19).
import type { Chain } from '#domain/packproof/public-number.ts';

export type PublicNumber = { round: number; signature: string; source: string };

export type BeaconSource = {
  /** Its values are pinned; none comes from a response. */
  chain: Chain;
  /** The shop itself signs the rounds, to show how the check works: they prove nothing. */
  isPractice: boolean;
  /**
   * A round whose signature was checked; null if nobody publishes it yet, or the signature is
   * wrong.
   */
  ask: (round: number) => Promise<PublicNumber | null>;
};
