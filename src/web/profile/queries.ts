// Actions of My account that need several calls.
import type { Sent } from '#contract/endpoint.ts';
import { changeSettings, saveAddress } from '#contract/profile.ts';
import { call } from '../api/call.ts';
import { useAct } from '../api/do.ts';

/**
 * Saves names and address. If `address` is null, saves only the names. If a call fails, the user can safely save
 * everything again.
 */
export function useSaveDetails() {
  return useAct(
    [changeSettings, saveAddress],
    async (details: {
      names: Sent<typeof changeSettings>;
      address: Sent<typeof saveAddress> | null;
    }) => {
      await call(changeSettings, details.names);
      if (details.address !== null) await call(saveAddress, details.address);
    },
    { untilFresh: true },
  );
}
