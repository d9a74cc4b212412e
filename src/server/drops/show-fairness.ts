import * as rows from '#contract/drops.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { handler } from '../http/handler.ts';
import { describeKeys } from '../public-log/describe-log.ts';

export const showFairness = handler(rows.showFairness, async (context) => {
  const { beacon } = context;
  const chains = new Map(KNOWN_CHAINS);
  if (beacon !== null) chains.set(beacon.chain.hash, beacon.chain);
  return {
    log: await describeKeys(context),
    chains: [...chains.values()].map((chain) => ({
      ...chain,
      isPractice: !KNOWN_CHAINS.has(chain.hash),
      ordersDrops: chain.hash === beacon?.chain.hash,
    })),
  };
});
