import { KNOWN_CHAINS, type Chain } from '#domain/packproof/public-number.ts';
import type { Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';

/** Finds the chain of public numbers with a hash. Returns undefined if this shop does not know the chain. */
export function chainOf({ beacon }: Context<Database>, hash: string): Chain | undefined {
  return KNOWN_CHAINS.get(hash) ?? (beacon?.chain.hash === hash ? beacon.chain : undefined);
}
