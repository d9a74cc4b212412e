// My account's actions that need more than one plain call.
import type { Sent } from '#contract/endpoint.ts';
import { changeSettings, saveAddress } from '#contract/profile.ts';
import { call } from '../api/call.ts';
import { useAct } from '../api/do.ts';

/** `address` null: no address to save. It is harmless to save both again after a failure. */
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
