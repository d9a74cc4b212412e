// Of My account, what takes more than asking and doing.
import type { Sent } from '#contract/endpoint.ts';
import { changeSettings, saveAddress } from '#contract/profile.ts';
import { call } from '../api/call.ts';
import { useAct } from '../api/do.ts';

/** `address` null: there is none to save. Saving both again after a failure does no harm. */
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
