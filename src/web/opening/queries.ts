// Opens a pack, and makes the queries before and after the opening.
import { showPurchasedPacks } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import { openPack, showOpening, type PackOpening } from '#contract/opening.ts';
import { useAsk } from '../api/ask.ts';
import { call } from '../api/call.ts';
import { useAct, useResponses } from '../api/do.ts';
import { OPENING_PROBLEMS, OpeningProblem } from './messages.ts';
import type { PackToOpen } from './opening-session.ts';

export type PurchasedPacks = Reply<typeof showPurchasedPacks>;

/** Opens the chosen pack, or the first sealed pack of a payment. */
export function useOpenPack() {
  const { known, ask, note } = useResponses();
  const firstPackOf = async (paymentIntentId: string | undefined): Promise<PackToOpen> => {
    if (paymentIntentId === undefined) throw new OpeningProblem(OPENING_PROBLEMS.noPayment);
    const before = known(showPurchasedPacks, { paymentIntentId });
    const purchased =
      before !== undefined && before.packs.length > 0
        ? before
        : await ask(showPurchasedPacks, { paymentIntentId }).catch(() => {
            throw new OpeningProblem(OPENING_PROBLEMS.noResponse);
          });
    const pack = packToOpen(purchased);
    if (pack === null) throw new OpeningProblem(OPENING_PROBLEMS.noPacks);
    return pack;
  };
  return useAct(
    [openPack],
    async (what: {
      pack: PackToOpen | null;
      paymentIntentId: string | undefined;
    }): Promise<PackOpening> => {
      const { packId } = what.pack ?? (await firstPackOf(what.paymentIntentId));
      const { packOpeningId: _same, ...opening } = await call(openPack, { packId });
      return opening;
    },
    {
      onlyIfDone: true,
      onSuccess: (opening) => note(showOpening, { id: opening.id }, opening),
    },
  );
}

/** Returns the first sealed pack of a payment. If all are open, returns the first pack. Null if there are no packs. */
export function packToOpen(purchased: PurchasedPacks | undefined): PackToOpen | null {
  return purchased?.packs.find((pack) => !pack.opened) ?? purchased?.packs[0] ?? null;
}

/** Returns "Pack 3 of 20". Opened packs have the first numbers, then sealed packs follow. Null for a single pack. */
export function whichOfPacks(
  purchased: PurchasedPacks | undefined,
  packId: string | undefined,
): string | null {
  const packs = purchased?.packs ?? [];
  if (packs.length < 2 || packId === undefined) return null;
  const opened = packs.filter((pack) => pack.opened);
  const at = opened.findIndex((pack) => pack.packId === packId);
  return `Pack ${(at === -1 ? opened.length : at) + 1} of ${packs.length}`;
}

/** Returns the opening with today's values of the cards. `opened` has the values at the time of the opening. */
export function useOpening(opened: PackOpening): PackOpening {
  const opening = useAsk(
    showOpening,
    { id: opened.id },
    { initialData: opened, staleTime: Infinity },
  );
  return opening.data ?? opened;
}
