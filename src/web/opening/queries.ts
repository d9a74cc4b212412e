// The calls of the opening page, and what to ask for again after them.
import { showPurchasedPacks } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import { openPack, showOpening, type PackOpening } from '#contract/opening.ts';
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { call, newKey } from '../api/call.ts';
import { packTypeQuery } from '../catalogue/queries.ts';
import { OPENING_PROBLEMS, OpeningProblem } from './messages.ts';
import type { PackToOpen } from './opening-session.ts';

export type PurchasedPacks = Reply<typeof showPurchasedPacks>;

function purchasedPacksQuery(paymentIntentId: string) {
  return queryOptions({
    queryKey: ['purchased-packs', paymentIntentId],
    queryFn: ({ signal }) => call(showPurchasedPacks, { paymentIntentId }, { signal }),
    meta: { of: 'person' },
  });
}

/** The packs of a payment, asked for beforehand so that the page can show what it will open. */
export function usePurchasedPacks(paymentIntentId: string | undefined) {
  return useQuery({
    ...purchasedPacksQuery(paymentIntentId ?? ''),
    enabled: paymentIntentId !== undefined,
    retry: false,
  });
}

/** What is known of a pack's type: its picture and how many cards it holds. */
export function usePackTypeOf(packTypeId: string | undefined) {
  return useQuery({ ...packTypeQuery(packTypeId ?? ''), enabled: packTypeId !== undefined });
}

/** Opens a pack: the one that was chosen, or the first sealed one of a payment. */
export function useOpenPack() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (what: {
      pack: PackToOpen | null;
      paymentIntentId: string | undefined;
    }): Promise<PackOpening> => {
      const pack = what.pack ?? (await firstPackOf(queries, what.paymentIntentId));
      const opened = await call(openPack, { packId: pack.packId }, { key: newKey() }).catch(() => {
        throw new OpeningProblem(OPENING_PROBLEMS.notOpened);
      });
      const { packOpeningId: _same, ...opening } = opened;
      for (const key of ['cards', 'profile', 'purchased-packs']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
      queries.setQueryData(openingQuery(opening.id).queryKey, opening);
      return opening;
    },
  });
}

async function firstPackOf(
  queries: QueryClient,
  paymentIntentId: string | undefined,
): Promise<PackToOpen> {
  if (paymentIntentId === undefined) throw new OpeningProblem(OPENING_PROBLEMS.noPayment);
  const query = purchasedPacksQuery(paymentIntentId);
  const known = queries.getQueryData(query.queryKey);
  const purchased =
    known !== undefined && known.packs.length > 0
      ? known
      : await queries.fetchQuery({ ...query, retry: false, staleTime: 0 }).catch(() => {
          throw new OpeningProblem(OPENING_PROBLEMS.noAnswer);
        });
  const pack = packToOpen(purchased);
  if (pack === null) throw new OpeningProblem(OPENING_PROBLEMS.noPacks);
  return pack;
}

/** The first sealed pack of a payment; when all are open, the first, which shows its cards again. */
export function packToOpen(purchased: PurchasedPacks | undefined): PackToOpen | null {
  return purchased?.packs.find((pack) => !pack.opened) ?? purchased?.packs[0] ?? null;
}

function openingQuery(id: string) {
  return queryOptions({
    // Under the cards: when a price turned out to be another one, it is asked for again with them.
    queryKey: ['cards', 'opening', id],
    queryFn: () => call(showOpening, { id }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { of: 'person' },
  });
}

/** An opening with today's values; `opened` is what it was when the pack was torn. */
export function useOpening(opened: PackOpening): PackOpening {
  return useQuery({ ...openingQuery(opened.id), initialData: opened }).data;
}
