// The calls of shipping, and what to ask for again after them.
import { showCard } from '#contract/collection.ts';
import type { Sent } from '#contract/endpoint.ts';
import { saveAddress } from '#contract/profile.ts';
import {
  calculateShippingFee,
  cancelShipment,
  checkShippingEligibility,
  createShippingPaymentIntent,
  listShipments,
  requestShipment,
  showShipment,
} from '#contract/shipping.ts';
import type { CardGroup, ShippingAddress } from '#domain/shipping.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noteProfile } from '../accounts/queries.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { messageOf } from '../api/messages.ts';
import { showToast } from '../ui/toast.tsx';
import { paidShipping } from './paid-shipping.ts';

/** A physical card of the caller's, as a link to its shipping page names it. */
export function useCardToShip(cardId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['cards', 'one', cardId],
    queryFn: async ({ signal }) => {
      const found = await call(showCard, { id: cardId }, { signal });
      if ('packOpeningId' in found) return found;
      // A card of the catalogue is nobody's.
      throw new ApiError({
        type: 'not_found_error',
        status: 404,
        code: 'CARD_NOT_FOUND',
        sentence: 'Card not found',
      });
    },
    enabled,
    meta: { of: 'person' },
  });
}

/** Asked once for each visit: during it, the visitor's own payment locks the cards. */
export function useShippingEligibility(cardGroups: CardGroup[], enabled: boolean) {
  return useQuery({
    queryKey: ['shipping', 'eligibility', cardGroups],
    queryFn: () => call(checkShippingEligibility, { cardGroups }),
    enabled,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.data === undefined,
    meta: { of: 'person' },
  });
}

/** A fee is good for five minutes (docs/product.md §14). */
const FEE_FRESH_MS = 5 * 60_000;

export function useShippingFee(cardCount: number, country: string) {
  return useQuery({
    queryKey: ['shipping', 'fee', cardCount, country],
    queryFn: ({ signal }) => call(calculateShippingFee, { cardCount, country }, { signal }),
    staleTime: FEE_FRESH_MS,
    gcTime: FEE_FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** Begins a card payment; the same cards and address get the same open one. */
export function useShippingIntent() {
  return useMutation({
    mutationFn: (order: Sent<typeof createShippingPaymentIntent>) =>
      call(createShippingPaymentIntent, order),
  });
}

/** Asks for a shipment; with the same key once, whatever is retried. */
export function useRequestShipment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...order }: Sent<typeof requestShipment> & { key: string }) =>
      call(requestShipment, order, { key }),
    onSuccess: () => {
      // The cards are for My cards to load, which shows meanwhile what became of them.
      for (const key of ['profile', 'shipments', 'transactions']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}

/** Keeps an address in the profile, where the next form finds it. */
export function useSaveAddress() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ postalCode, addressLine2: _flat, ...address }: ShippingAddress) =>
      call(saveAddress, { ...address, zipCode: postalCode }),
    onSuccess: (profile) => noteProfile(queries, profile),
    // Here, not at the page: it is left by then.
    onError: (error) =>
      showToast({
        kind: 'error',
        title: 'Address Not Saved',
        text: `Your cards are on their way all the same. ${messageOf(error)}`,
      }),
  });
}

/** Rows on a page of the list. */
const PAGE_LIMIT = 10;

export function useShipments(page: number) {
  return useQuery({
    queryKey: ['shipments', 'list', page],
    queryFn: ({ signal }) => call(listShipments, { page, limit: PAGE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

export function useShipment(id: string) {
  return useQuery({
    queryKey: ['shipments', 'one', id],
    queryFn: ({ signal }) => call(showShipment, { id }, { signal }),
    meta: { of: 'person' },
  });
}

export function useCancelShipment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(cancelShipment, { id }),
    onSuccess: paidShipping.forget,
    // Refused or not: the parcel, its cards and the money may stand elsewhere than the page says.
    // Not waited for: the fresh page takes the button away, and what it has to say with it.
    onSettled: () => void queries.invalidateQueries(),
  });
}
