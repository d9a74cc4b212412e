// The calls of the wallet. Everything that moves money changes them, so they are asked for on each visit.
import {
  buyCredits,
  changePaymentMethod,
  forgetPaymentMethod,
  listPaymentMethods,
  savePaymentMethod,
  listTransactions,
  showReceipt,
  showSpending,
  showTransaction,
} from '#contract/wallet.ts';
import { refundTransaction } from '#contract/checkout-refunds.ts';
import type { Cents } from '#domain/money.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { TransactionsSearch } from './transactions-search.ts';
import { endOfDay, startOfDay } from '../ui/moments.ts';

/** Rows on a page of the list. */
const PAGE_LIMIT = 10;
const RECENT = 5;

export function useTransactions({ type, status, from, to, page = 1 }: TransactionsSearch) {
  return useQuery({
    queryKey: ['transactions', 'list', { type, status, from, to, page }],
    queryFn: ({ signal }) =>
      call(
        listTransactions,
        {
          page,
          limit: PAGE_LIMIT,
          ...(type === undefined ? {} : { type: [type] }),
          ...(status === undefined ? {} : { status: [status] }),
          ...(from === undefined ? {} : { from: startOfDay(from) }),
          ...(to === undefined ? {} : { to: endOfDay(to) }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

/** The newest few. */
export function useRecentTransactions() {
  return useQuery({
    queryKey: ['transactions', 'recent'],
    queryFn: ({ signal }) => call(listTransactions, { limit: RECENT }, { signal }),
    meta: { of: 'person' },
  });
}

export function useTransaction(id: string) {
  return useQuery({
    queryKey: ['transactions', 'one', id],
    queryFn: ({ signal }) => call(showTransaction, { id }, { signal }),
    meta: { of: 'person' },
  });
}

export function useReceipt(id: string) {
  return useQuery({
    queryKey: ['transactions', 'receipt', id],
    queryFn: ({ signal }) => call(showReceipt, { id }, { signal }),
    meta: { of: 'person' },
  });
}

/** What was spent and earned in the last seven days, in days of the viewer. */
export function useSpending() {
  return useQuery({
    queryKey: ['transactions', 'spending'],
    queryFn: ({ signal }) =>
      call(showSpending, { period: 'week', timeZone: viewersTimeZone() }, { signal }),
    meta: { of: 'person' },
  });
}

function viewersTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // What browsers say when the system has none.
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

/** `card`: the id of a saved one, or null for one that is typed in. */
export function useBuyCredits() {
  return useMutation({
    mutationFn: ({ amount, card }: { amount: Cents; card: string | null }) =>
      call(buyCredits, { amount, paymentMethod: card ?? 'stripe' }),
  });
}

const CARDS_KEY = ['saved-cards'];

export function useSavedCards(enabled: boolean) {
  return useQuery({
    queryKey: CARDS_KEY,
    queryFn: ({ signal }) => call(listPaymentMethods, {}, { signal }),
    enabled,
    meta: { of: 'person' },
  });
}

export function useSaveCard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (paymentMethodId: string) => call(savePaymentMethod, { paymentMethodId }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: CARDS_KEY }),
  });
}

export function useChangeCard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { id: string; nickname?: string | null; isDefault?: boolean }) =>
      call(changePaymentMethod, change),
    onSuccess: () => void queries.invalidateQueries({ queryKey: CARDS_KEY }),
  });
}

export function useForgetCard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(forgetPaymentMethod, { id }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: CARDS_KEY }),
  });
}

/** Asks what became of a top-up whose card was charged: asking settles it. */
export function useSettleTopUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(showTransaction, { id }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['profile'] });
      void queries.invalidateQueries({ queryKey: ['transactions'] });
    },
  });
}

export function useRefund() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: { id: string; reason: string }) => call(refundTransaction, asked),
    // Refused or not: packs and money may stand elsewhere than the page says.
    onSettled: () => void queries.invalidateQueries(),
  });
}
