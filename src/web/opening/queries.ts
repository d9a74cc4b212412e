// Opening a pack, and the queries before and after it.
import { showPurchasedPacks } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import { openPack, showOpening, type PackOpening } from '#contract/opening.ts';
import { useAsk } from '../api/ask.ts';
import { call } from '../api/call.ts';
import { useAct, useAnswers } from '../api/do.ts';
import { OPENING_PROBLEMS, OpeningProblem } from './messages.ts';
import type { PackToOpen } from './opening-session.ts';

export type PurchasedPacks = Reply<typeof showPurchasedPacks>;

/** Opens the chosen pack, or the first sealed pack of a payment. */
export function useOpenPack() {
  const { known, ask, note } = useAnswers();
  const firstPackOf = async (paymentIntentId: string | undefined): Promise<PackToOpen> => {
    if (paymentIntentId === undefined) throw new OpeningProblem(OPENING_PROBLEMS.noPayment);
    const before = known(showPurchasedPacks, { paymentIntentId });
    const purchased =
      before !== undefined && before.packs.length > 0
        ? before
        : await ask(showPurchasedPacks, { paymentIntentId }).catch(() => {
            throw new OpeningProblem(OPENING_PROBLEMS.noAnswer);
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

/** The first sealed pack of a payment. If all are open, the first pack, to show its cards again. Null for no packs. */
export function packToOpen(purchased: PurchasedPacks | undefined): PackToOpen | null {
  return purchased?.packs.find((pack) => !pack.opened) ?? purchased?.packs[0] ?? null;
}

/** "Pack 3 of 20". Opened packs have the first numbers, sealed packs the following ones. Null for a single pack. */
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

/** The opening with today's card values. `opened` has the values at the time of the opening. */
export function useOpening(opened: PackOpening): PackOpening {
  const opening = useAsk(
    showOpening,
    { id: opened.id },
    { initialData: opened, staleTime: Infinity },
  );
  return opening.data ?? opened;
}
