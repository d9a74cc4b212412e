// The calls of operators about transactions.
import { exportTransactions, listAllTransactions, showUserLedger } from '#contract/wallet-admin.ts';
import { giveCredits } from '#contract/profile.ts';
import type { Cents } from '#domain/money.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { endOfDay, startOfDay } from '../../ui/moments.ts';
import type { AllTransactionsSearch } from './transactions-search.ts';
import { LOOK_AGAIN_MS, PAGE_LIMIT, periodOf } from '../../admin-kit/listing.ts';

export function useExportTransactions() {
  return useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) =>
      call(exportTransactions, { from: startOfDay(from), to: endOfDay(to) }),
  });
}

export function useAllTransactions({ user, type, from, to, page = 1 }: AllTransactionsSearch) {
  return useQuery({
    queryKey: ['admin', 'transactions', { user, type, from, to, page }],
    queryFn: ({ signal }) =>
      call(
        listAllTransactions,
        {
          page,
          limit: PAGE_LIMIT,
          ...periodOf({ from, to }),
          ...(user === undefined ? {} : { userId: user }),
          ...(type === undefined ? {} : { type }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useUserLedger(user: string, page: number) {
  return useQuery({
    queryKey: ['admin', 'ledger', user, page],
    queryFn: ({ signal }) =>
      call(showUserLedger, { id: user, page, limit: PAGE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

/** One form, one key: pressing again after a failure gives no second time. */
export function useGiveCredits(key: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (gift: { userId: string; amount: Cents; reason: string }) =>
      call(giveCredits, gift, { key }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}
