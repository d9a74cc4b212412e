// Shipping cards to their owners: which cards can be shipped, and a shipment's lifecycle (docs/product.md §15). What it
// costs is in `parcel-tariff.ts`.
import type { CardStatus } from './card.ts';
import { taxesFrom, taxesTo, type Transfer } from './ledger.ts';
import type { Cents } from './money.ts';
import type { TaxLine } from './tax-lines.ts';

/** The country that a form starts with (docs/product.md §15). */
export const DEFAULT_COUNTRY = 'US';

/** Minutes in which a shipment is paid by card; meanwhile its cards are locked (docs/product.md §15). */
export const SHIPPING_PAYMENT_MINUTES = 30;

/** Where a shipment goes. `country` is ISO 3166, two letters, upper case. */
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
 * `unpaid`: its cards are locked until a card payment succeeds; `lapsed`: none did. Neither is shown to
 * anyone. The others are what its owner sees.
 */
export const SHIPMENT_STATES = [
  'unpaid',
  'lapsed',
  'requested',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
] as const;
export type ShipmentState = (typeof SHIPMENT_STATES)[number];

/** Whether a parcel is out of the house: it can't be stopped, and its fee is spent. */
export function hasLeft(state: ShipmentState): boolean {
  return state === 'shipped' || state === 'delivered';
}

/** The states that the API speaks of. */
export const SHIPMENT_STATUSES = [
  'requested',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
] as const satisfies ShipmentState[];
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/**
 * What may follow which; the database has the same (`allowed_steps`). Operators take a shipment one step forward, or cancel it
 * before it is shipped; one that lapsed is requested if its money came late and the cards were still there.
 */
export const SHIPMENT_STEPS = {
  unpaid: ['requested', 'lapsed'],
  lapsed: ['requested'],
  requested: ['packed', 'cancelled'],
  packed: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
} as const satisfies Record<ShipmentState, readonly ShipmentState[]>;

/** Whether an operator may move a shipment so. */
export function canMoveShipment(from: ShipmentStatus, to: ShipmentStatus): boolean {
  return nextStatuses(from).includes(to);
}

/** The next steps an operator may take with a shipment, in order. */
export function nextStatuses(from: ShipmentStatus): readonly ShipmentStatus[] {
  return SHIPMENT_STEPS[from];
}

/** Whether operators still have to act on it: if so, the oldest comes first. */
export function awaitsPacking(status: ShipmentStatus): boolean {
  return nextStatuses(status).length > 0;
}

/** The most shipments that operators can move or print at once (docs/product.md §13). */
export const SHIPMENTS_AT_ONCE_MAX = 100;

/** Its owner may cancel a shipment that nobody has begun to pack. */
export function canCancelOwnShipment(status: ShipmentStatus): boolean {
  return status === 'requested';
}

/** A physical card that somebody wants sent, as it was read; `openingId` is the opening it came from. */
export type ShippableCard = { id: string; openingId: string; status: CardStatus };

/** Cards to send, by the openings they came from. */
export type CardGroup = { packOpeningId: string; cardIds: string[] };

const NOT_SHIPPABLE = 'This card is not available for shipping';
export const NO_SUCH_CARD = 'Card not found';

/**
 * The cards of these groups that can't be sent, each with the reason, in the order they were named.
 * `cards` are those of their owner that were found; an id that is not among them, or is named under an
 * opening that it did not come from, is no card of theirs.
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

/** The cards of all groups, each once, in the order they were named. */
export function cardsOf(groups: readonly CardGroup[]): string[] {
  return [...new Set(groups.flatMap((group) => group.cardIds))];
}

/** A shipment is paid with credits; what costs nothing moves nothing. */
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

/** A cancelled shipment's fee and its taxes go back to where they came from: to credits, or owed to the card. */
export function shippingRefund(
  userId: string,
  method: 'balance' | 'stripe',
  fee: Cents,
  taxes: readonly TaxLine[],
): Transfer[] {
  const credit = method === 'balance' ? { userId } : 'house:refunds';
  return [{ debit: 'house:shipping', credit, amount: fee }, ...taxesFrom(taxes, credit)];
}
