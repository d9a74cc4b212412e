// Defines the port to public randomness. The randomness comes from a network that signs each round at a time that is
// known in advance (docs/product.md §19).
import type { Chain } from '#domain/packproof/public-number.ts';

export type PublicNumber = { round: number; signature: string; source: string };

export type BeaconSource = {
  /** The chain's parameters. They are fixed in the code and never come from a response. */
  chain: Chain;
  /** Whether the shop itself signs the rounds. Such rounds show how the check works but prove nothing. */
  isPractice: boolean;
  /** Returns a round with a valid signature, or null if the round is not published yet or its signature is wrong. */
  ask: (round: number) => Promise<PublicNumber | null>;
};
