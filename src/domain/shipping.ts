// Which cards can be shipped, and a shipment's lifecycle (docs/product.md §15). Prices are in `parcel-tariff.ts`.
import type { CardStatus } from './card.ts';
import { taxesFrom, taxesTo, type Transfer } from './ledger.ts';
import type { Cents } from './money.ts';
import type { TaxLine } from './tax-lines.ts';

/** The country that address forms preselect (docs/product.md §15). */
export const DEFAULT_COUNTRY = 'US';

/**
 * The number of minutes in which a shipment must be paid by card. Its cards are locked in that time (docs/product.md
 * §15).
 */
export const SHIPPING_PAYMENT_MINUTES = 30;

/** Where a shipment goes. `country` is two capital letters by ISO 3166. */
export type ShippingAddress = {
  firstName: string;
  lastName: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

/**
 * With `unpaid`, the cards are locked until a card payment succeeds. With `lapsed`, no payment succeeded in time.
 * The API shows a shipment in all states except these two.
 */
export const SHIPMENT_STATES = [
  'unpaid',
  'lapsed',
  'requested',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'lost',
] as const;
export type ShipmentState = (typeof SHIPMENT_STATES)[number];

/** Whether a parcel has left the shop. If so, nobody can stop the parcel, and its fee is spent. */
export function hasLeft(state: ShipmentState): boolean {
  return ['shipped', 'delivered', 'lost'].includes(state);
}

/** The states that the API shows. */
export const SHIPMENT_STATUSES = [
  'requested',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'lost',
] as const satisfies ShipmentState[];
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/**
 * The next states that each state allows. The database has the same steps (`allowed_steps`). Operators move a
 * shipment one step forward, or cancel it before it is shipped. An admin decides that a shipped parcel is lost. A
 * lapsed shipment becomes `requested` if its money came late and its cards are still at the shop.
 */
export const SHIPMENT_STEPS = {
  unpaid: ['requested', 'lapsed'],
  lapsed: ['requested'],
  requested: ['packed', 'cancelled'],
  packed: ['shipped', 'cancelled'],
  shipped: ['delivered', 'lost'],
  delivered: [],
  cancelled: [],
  lost: [],
} as const satisfies Record<ShipmentState, readonly ShipmentState[]>;

/** Whether an operator may move a shipment from one status to another. */
export function canMoveShipment(from: ShipmentStatus, to: ShipmentStatus): boolean {
  return nextStatuses(from).includes(to);
}

/** The next statuses to which an operator may move a shipment, in order. */
export function nextStatuses(from: ShipmentStatus): readonly ShipmentStatus[] {
  return SHIPMENT_STEPS[from];
}

/** Whether operators still have to act on shipments of this status. If so, lists show the oldest first. */
export function awaitsPacking(status: ShipmentStatus): boolean {
  return nextStatuses(status).length > 0;
}

/** The maximum number of shipments that operators can move or print at once (docs/product.md §13). */
export const SHIPMENTS_AT_ONCE_MAX = 100;

/** Whether the owner may still cancel a shipment, which is possible only before anybody packs it. */
export function canCancelOwnShipment(status: ShipmentStatus): boolean {
  return status === 'requested';
}

/** A physical card that its owner wants shipped. `openingId` is the opening from which the card came. */
export type ShippableCard = { id: string; openingId: string; status: CardStatus };

/** Cards to ship, grouped by the opening from which they came. */
export type CardGroup = { packOpeningId: string; cardIds: string[] };

const NOT_SHIPPABLE = 'This card is not available for shipping';
export const NO_SUCH_CARD = 'Card not found';

/**
 * The cards of these groups that can't be shipped, each with the reason, in the order of the request. `cards` has
 * the owner's cards that were found. A card counts as unknown if it is not among `cards`, or if the request names
 * another opening than the card's own.
 */
export function unshippableCards(
  groups: readonly CardGroup[],
  cards: readonly ShippableCard[],
): { cardId: string; reason: string }[] {
  const known = new Map(cards.map((card) => [card.id, card]));
  return groups.flatMap(({ packOpeningId, cardIds }) =>
    cardIds.flatMap((cardId) => {
      const card = known.get(cardId);
      if (card === undefined || card.openingId !== packOpeningId) {
        return [{ cardId, reason: NO_SUCH_CARD }];
      }
      return card.status === 'available' ? [] : [{ cardId, reason: NOT_SHIPPABLE }];
    }),
  );
}

/** The ids of all groups, without duplicates, in the order of the request. */
export function cardIdsOfGroups(groups: readonly CardGroup[]): string[] {
  return [...new Set(groups.flatMap((group) => group.cardIds))];
}

/** A shipment is paid with credits. If the fee is zero, no money moves. */
export function shippingByBalance(
  userId: string,
  fee: Cents,
  taxes: readonly TaxLine[],
): Transfer[] {
  if (fee === 0) return [];
  const debit = { userId };
  return [{ debit, credit: 'house:shipping', amount: fee }, ...taxesTo(debit, taxes)];
}

/** A shipment is paid by card. */
export function shippingByCard(fee: Cents, taxes: readonly TaxLine[]): Transfer[] {
  const debit = 'house:card_clearing';
  return [{ debit, credit: 'house:shipping', amount: fee }, ...taxesTo(debit, taxes)];
}

/** Refunds the fee and taxes of a cancelled shipment. They go back to credits, or are owed to the card. */
export function shippingRefund(
  userId: string,
  method: 'balance' | 'stripe',
  fee: Cents,
  taxes: readonly TaxLine[],
): Transfer[] {
  const credit = method === 'balance' ? { userId } : 'house:refunds';
  return [{ debit: 'house:shipping', credit, amount: fee }, ...taxesFrom(taxes, credit)];
}
