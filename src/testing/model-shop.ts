// A shop in memory, as simple as it can be: what becomes of money, stock and cards with each call. It is
// written from docs/product.md with arithmetic of its own, so that a rule that is wrong in the shop is not
// wrong here in the same way. Money is whole cents.
import type { CardStatus } from '#domain/card.ts';
import type { RejectionCode } from '#domain/rejection.ts';

/** What a call comes to: it is done, or refused with a code. */
export type Outcome = 'done' | RejectionCode;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const STAY_MS = 30 * DAY_MS;

/**
 * The moments that a run can come to, in milliseconds from its beginning: what was kept for a card payment
 * is over after one step, what was opened converts after the second, and what was opened then after the last.
 */
export const MOMENTS_MS = [
  0,
  11 * MINUTE_MS,
  31 * DAY_MS,
  31 * DAY_MS + 11 * MINUTE_MS,
  62 * DAY_MS,
];

const CARD_FEE = 50;
const SHIPPING_BASE = 800;
const SHIPPING_PER_FURTHER_CARD = 15;
const SHIPPING_CARDS_INCLUDED = 5;

export type ModelCard = {
  id: string;
  openingId: string;
  offer: number;
  status: CardStatus;
  dueAtMs: number;
  shippedAtMs: number | null;
};

export type ModelShipment = {
  id: string;
  fee: number;
  cards: ModelCard[];
  status: 'requested' | 'packed' | 'shipped' | 'delivered' | 'cancelled';
};

/** Packs of one type that a card paid for. */
export type ModelOrder = {
  intentId: string;
  type: number;
  quantity: number;
  /** The openings of its packs, by pack. */
  opened: Map<string, string>;
  /** What went back for those that were not opened; null: nothing did. */
  refunded: number | null;
  paidAtMs: number;
  /** How many packs had been opened when it was paid, of all. */
  paidAfter: number;
  /** When its buyer returned it; null: they did not. */
  returnedAtMs: number | null;
};

/** Packs that are kept for a card payment. */
export type ModelHold = {
  intentId: string;
  clientSecret: string;
  type: number;
  quantity: number;
  /** The card was charged; the shop may not know yet. */
  isPaid: boolean;
};

export type ModelPerson = {
  balance: number;
  cards: ModelCard[];
  shipments: ModelShipment[];
  orders: ModelOrder[];
  hold: ModelHold | null;
  /** Packs of each type that count against its limit, those on hold apart. */
  bought: number[];
  isLocked: boolean;
  /** Cards whose time is over convert; otherwise they are locked. */
  converts: boolean;
};

export type ModelType = {
  price: number;
  limit: number | null;
  forSale: number;
  withdrawn: string[];
  /** Which opening of all packs its last one was; 0: none was opened. */
  openedLast: number;
};

export type OpenedCards = { id: string; cards: { id: string; sellPrice: number }[] };

export class ModelShop {
  readonly people: ModelPerson[];
  readonly types: ModelType[];
  /** Where on `MOMENTS_MS` it stands. */
  moment = 0;
  private openings = 0;

  constructor(balances: number[], types: { price: number; limit: number | null; packs: number }[]) {
    this.types = types.map(({ price, limit, packs }) => ({
      price,
      limit,
      forSale: packs,
      withdrawn: [],
      openedLast: 0,
    }));
    this.people = balances.map((balance) => ({
      balance,
      cards: [],
      shipments: [],
      orders: [],
      hold: null,
      bought: types.map(() => 0),
      isLocked: false,
      converts: true,
    }));
  }

  get nowMs(): number {
    return MOMENTS_MS[this.moment]!;
  }

  total(type: number, quantity: number, byCard: boolean): number {
    const subtotal = this.types[type]!.price * quantity;
    return subtotal + taxOn(subtotal) + (byCard ? CARD_FEE : 0);
  }

  // Buying

  buyWithCredits(person: ModelPerson, type: number, quantity: number): Outcome {
    this.endHold(person);
    const offer = this.types[type]!;
    const total = this.total(type, quantity, false);
    if (this.isOverLimit(person, type, quantity)) return 'PURCHASE_LIMIT_REACHED';
    if (person.balance < total) return 'INSUFFICIENT_BALANCE';
    if (offer.forSale < quantity) return 'PACK_UNAVAILABLE';
    person.balance -= total;
    offer.forSale -= quantity;
    person.bought[type]! += quantity;
    return 'done';
  }

  /** The same request keeps the hold that there is. */
  holdForCard(person: ModelPerson, type: number, quantity: number): Outcome {
    const { hold } = person;
    const isSame = hold?.type === type && hold.quantity === quantity && !hold.isPaid;
    if (isSame) return 'done';
    this.endHold(person);
    if (this.isOverLimit(person, type, quantity)) return 'PURCHASE_LIMIT_REACHED';
    const offer = this.types[type]!;
    if (offer.forSale < quantity) return 'PACK_UNAVAILABLE';
    offer.forSale -= quantity;
    person.hold = { intentId: '', clientSecret: '', type, quantity, isPaid: false };
    return 'done';
  }

  /** The shop asks how a payment stands, and delivers what was paid. */
  payDebts(person: ModelPerson): void {
    const { hold } = person;
    if (hold === null || !hold.isPaid) return;
    const { intentId, type, quantity } = hold;
    person.hold = null;
    person.bought[type]! += quantity;
    person.orders.push({
      intentId,
      type,
      quantity,
      opened: new Map(),
      refunded: null,
      paidAtMs: this.nowMs,
      paidAfter: this.openings,
      returnedAtMs: null,
    });
  }

  /** What is paid is delivered, everything else goes back on sale. */
  endHold(person: ModelPerson): void {
    this.payDebts(person);
    if (person.hold === null) return;
    this.types[person.hold.type]!.forSale += person.hold.quantity;
    person.hold = null;
  }

  private isOverLimit(person: ModelPerson, type: number, quantity: number): boolean {
    const { limit } = this.types[type]!;
    return limit !== null && person.bought[type]! + quantity > limit;
  }

  /** What a pack held is known when it is opened. */
  reveal(person: ModelPerson, type: number, { id, cards }: OpenedCards): void {
    this.openings += 1;
    this.types[type]!.openedLast = this.openings;
    for (const card of cards) {
      person.cards.push({
        id: card.id,
        openingId: id,
        offer: card.sellPrice,
        status: 'available',
        dueAtMs: this.nowMs + STAY_MS,
        shippedAtMs: null,
      });
    }
  }

  /** The same by their buyer's own call: within the hour, until one of the type is opened, for two orders in thirty days. */
  returnPacks(person: ModelPerson, order: ModelOrder): Outcome {
    if (order.refunded !== null || order.quantity === order.opened.size) {
      return this.refund(person, order);
    }
    // All parcels go to one address, which makes one buyer of whoever had one.
    const isSameBuyer = (other: ModelPerson) =>
      other === person || (other.shipments.length > 0 && person.shipments.length > 0);
    const returned = this.people
      .filter(isSameBuyer)
      .flatMap(({ orders }) => orders)
      .filter(
        ({ returnedAtMs }) => returnedAtMs !== null && returnedAtMs > this.nowMs - 30 * DAY_MS,
      );
    const isInTime = this.nowMs - order.paidAtMs < 60 * MINUTE_MS;
    const isOpenedSince = this.types[order.type]!.openedLast > order.paidAfter;
    if (!isInTime || isOpenedSince || returned.length >= 2) return 'INVALID_TRANSITION';
    order.returnedAtMs = this.nowMs;
    return this.refund(person, order);
  }

  /** Sealed packs go back on sale, and what they cost to the card. */
  refund(person: ModelPerson, order: ModelOrder): Outcome {
    if (order.refunded !== null) return 'done';
    const sealed = order.quantity - order.opened.size;
    if (sealed === 0) return 'INVALID_TRANSITION';
    const { price } = this.types[order.type]!;
    const tax = taxOn(price * order.quantity);
    const isWhole = sealed === order.quantity;
    const taxBack = isWhole ? tax : halfUp(tax * sealed, order.quantity);
    order.refunded = price * sealed + taxBack + (isWhole ? CARD_FEE : 0);
    this.types[order.type]!.forSale += sealed;
    person.bought[order.type]! -= sealed;
    return 'done';
  }

  // Cards

  /** Sold or converted, one after the other; each for itself. */
  buyBack(person: ModelPerson, cards: ModelCard[], disposal: 'sold' | 'converted'): Outcome[] {
    return cards.map((card) => {
      if (!person.cards.includes(card)) return 'CARD_NOT_FOUND';
      if (card.status !== 'available') return 'CARD_NOT_AVAILABLE';
      this.payFor(person, card, disposal);
      return 'done';
    });
  }

  ship(person: ModelPerson, cards: ModelCard[]): Outcome {
    for (const card of cards) {
      if (!person.cards.includes(card)) return 'CARD_NOT_FOUND';
      if (card.status !== 'available') return 'CARD_NOT_AVAILABLE';
    }
    const fee = shippingFee(cards.length);
    if (person.balance < fee) return 'INSUFFICIENT_BALANCE';
    person.balance -= fee;
    for (const card of cards) {
      card.status = 'shipped';
      card.shippedAtMs = this.nowMs;
    }
    person.shipments.push({ id: '', fee, cards, status: 'requested' });
    return 'done';
  }

  /** By its owner, before anybody packs it. */
  cancel(person: ModelPerson, shipment: ModelShipment): Outcome {
    if (!person.shipments.includes(shipment)) return 'NOT_FOUND';
    if (shipment.status === 'cancelled') return 'done';
    if (shipment.status !== 'requested') return 'INVALID_TRANSITION';
    this.takeBack(person, shipment);
    return 'done';
  }

  /** By an operator. */
  move(owner: ModelPerson, shipment: ModelShipment, to: ModelShipment['status']): Outcome {
    if (shipment.status === to) return 'done';
    const line = ['requested', 'packed', 'shipped', 'delivered'] as const;
    if (to === 'cancelled') {
      if (shipment.status !== 'requested' && shipment.status !== 'packed') {
        return 'INVALID_TRANSITION';
      }
      this.takeBack(owner, shipment);
      return 'done';
    }
    if (shipment.status === 'cancelled') return 'INVALID_TRANSITION';
    if (line.indexOf(to) !== line.indexOf(shipment.status) + 1) return 'INVALID_TRANSITION';
    shipment.status = to;
    if (to === 'delivered') for (const card of shipment.cards) card.status = 'delivered';
    return 'done';
  }

  /** Cards and fee come back. The days on their way don't count. */
  private takeBack(owner: ModelPerson, shipment: ModelShipment): void {
    shipment.status = 'cancelled';
    owner.balance += shipment.fee;
    for (const card of shipment.cards) {
      card.status = 'available';
      card.dueAtMs += this.nowMs - card.shippedAtMs!;
      card.shippedAtMs = null;
    }
  }

  /** Cards that are locked because their time is over stay for thirty more days. */
  release(cards: ModelCard[]): Outcome[] {
    return cards.map((card) => {
      if (card.status !== 'locked') return 'CARD_NOT_AVAILABLE';
      card.status = 'available';
      card.dueAtMs = this.nowMs + STAY_MS;
      return 'done';
    });
  }

  /** Or they are converted by hand. */
  convertByHand(owner: ModelPerson, cards: ModelCard[]): Outcome[] {
    return cards.map((card) => {
      if (card.status !== 'locked') return 'CARD_NOT_AVAILABLE';
      this.payFor(owner, card, 'converted');
      return 'done';
    });
  }

  private payFor(person: ModelPerson, card: ModelCard, disposal: 'sold' | 'converted'): void {
    card.status = disposal;
    person.balance += card.offer;
  }

  // Time

  /** The next moment, and what the shop does by itself then. */
  moveOn(): void {
    this.moment += 1;
    for (const person of this.people) {
      this.endHold(person);
      for (const card of person.cards) {
        if (card.status !== 'available' || card.dueAtMs > this.nowMs) continue;
        if (person.converts) this.payFor(person, card, 'converted');
        else card.status = 'locked';
      }
    }
  }
}

function taxOn(subtotal: number): number {
  return halfUp(subtotal * 8, 100);
}

/** `part / whole`, to the next whole number; a half goes up. */
function halfUp(part: number, whole: number): number {
  return Math.floor((2 * part + whole) / (2 * whole));
}

function shippingFee(cardCount: number): number {
  const further = Math.max(0, cardCount - SHIPPING_CARDS_INCLUDED);
  return SHIPPING_BASE + SHIPPING_PER_FURTHER_CARD * further;
}
