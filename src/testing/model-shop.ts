// The simplest possible shop in memory: how each call changes money, stock and cards. Written from docs/product.md
// with its own arithmetic, so that a mistake in the shop isn't repeated here. Money is whole cents.
import type { CardStatus } from '#domain/card.ts';
import type { RejectionCode } from '#domain/rejection.ts';

/** The result of a call: done, or the code of a refusal. */
export type Outcome = 'done' | RejectionCode;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const STAY_MS = 30 * DAY_MS;

/**
 * The times of a run, in milliseconds from its beginning. After the first step, reservations for card payments are
 * over. After the second, cards opened at the start convert. After the last, cards opened at the second convert.
 */
export const MOMENTS_MS = [
  0,
  11 * MINUTE_MS,
  31 * DAY_MS,
  31 * DAY_MS + 11 * MINUTE_MS,
  62 * DAY_MS,
];

/** Closed from the beginning to the end. */
export const QUEBEC = 'CA-QC';
/** Open at the beginning. */
export const NOVA_SCOTIA = 'CA-NS';

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
  status: 'requested' | 'packed' | 'shipped' | 'delivered' | 'cancelled' | 'lost';
};

/** Packs of one type that a card paid for. */
export type ModelOrder = {
  intentId: string;
  type: number;
  quantity: number;
  /** The opening of each opened pack, by pack. */
  opened: Map<string, string>;
  /** The refund for unopened packs; null: none. */
  refunded: number | null;
  paidAtMs: number;
  /** How many packs the whole shop had opened at the payment. */
  paidAfter: number;
  /** When the buyer returned the order; null: they did not. */
  returnedAtMs: number | null;
};

/** Packs reserved for a card payment. */
export type ModelHold = {
  intentId: string;
  clientSecret: string;
  type: number;
  quantity: number;
  /** Whether the card was charged. The shop may not know yet. */
  isPaid: boolean;
};

export type ModelPerson = {
  balance: number;
  cards: ModelCard[];
  shipments: ModelShipment[];
  orders: ModelOrder[];
  hold: ModelHold | null;
  /** Packs of each type that count towards the limit, without reserved ones. */
  bought: number[];
  isLocked: boolean;
  /** Where the person's profile says that they live; null: nobody said it. */
  home: string | null;
  /** The question that a first parcel to Quebec opened, and whether an admin has answered it. */
  question: 'none' | 'open' | 'answered';
  /** Whether cards convert when their time is over. Otherwise they are locked. */
  converts: boolean;
};

export type ModelType = {
  price: number;
  limit: number | null;
  forSale: number;
  withdrawn: string[];
  /** Number of the type's last opening among all openings; 0: none. */
  openedLast: number;
};

export type OpenedCards = { id: string; cards: { id: string; sellPrice: number }[] };

export class ModelShop {
  readonly people: ModelPerson[];
  readonly types: ModelType[];
  /** Index of the current time in `MOMENTS_MS`. */
  moment = 0;
  /** The places where the shop does not sell. */
  readonly closed = new Set([QUEBEC]);
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
      home: null,
      question: 'none' as const,
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
    if (!this.isSoldTo(person)) return 'NOT_SOLD_HERE';
    if (person.balance < total) return 'INSUFFICIENT_BALANCE';
    if (offer.forSale < quantity) return 'PACK_UNAVAILABLE';
    person.balance -= total;
    offer.forSale -= quantity;
    person.bought[type]! += quantity;
    return 'done';
  }

  /** Reserves packs for a card payment. The same request keeps the existing reservation. */
  holdForCard(person: ModelPerson, type: number, quantity: number): Outcome {
    if (!this.isSoldTo(person)) return 'NOT_SOLD_HERE';
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

  /** The shop asks for a payment's state, and delivers what was paid. */
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

  /** Ends a reservation: delivers paid packs, and puts others back on sale. */
  endHold(person: ModelPerson): void {
    this.payDebts(person);
    if (person.hold === null) return;
    this.types[person.hold.type]!.forSale += person.hold.quantity;
    person.hold = null;
  }

  /** Nothing is sold to who lives in a closed place, or while that is in question. */
  private isSoldTo({ home, question }: ModelPerson): boolean {
    return question !== 'open' && (home === null || !this.closed.has(home));
  }

  private isOverLimit(person: ModelPerson, type: number, quantity: number): boolean {
    const { limit } = this.types[type]!;
    return limit !== null && person.bought[type]! + quantity > limit;
  }

  /** Records an opening. A pack's contents are known only now. */
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

  /**
   * A return by the buyer: within the hour, until a pack of the type is opened, and for two orders in thirty days.
   */
  returnPacks(person: ModelPerson, order: ModelOrder): Outcome {
    if (order.refunded !== null || order.quantity === order.opened.size) {
      return this.refund(person, order);
    }
    // All parcels go to one address, so all users who had a parcel count as one buyer.
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

  /** Puts sealed packs back on sale and refunds their price to the card. */
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

  /** Sells or converts cards one after the other. Each succeeds or fails on its own. */
  buyBack(person: ModelPerson, cards: ModelCard[], disposal: 'sold' | 'converted'): Outcome[] {
    return cards.map((card) => {
      if (!person.cards.includes(card)) return 'CARD_NOT_FOUND';
      if (card.status !== 'available') return 'CARD_NOT_AVAILABLE';
      this.payFor(person, card, disposal);
      return 'done';
    });
  }

  ship(person: ModelPerson, cards: ModelCard[], isToQuebec: boolean): Outcome {
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
    if (isToQuebec && person.question === 'none') person.question = 'open';
    return 'done';
  }

  /** A cancellation by the owner, before anybody packs the shipment. */
  cancel(person: ModelPerson, shipment: ModelShipment): Outcome {
    if (!person.shipments.includes(shipment)) return 'NOT_FOUND';
    if (shipment.status === 'cancelled') return 'done';
    if (shipment.status !== 'requested') return 'INVALID_TRANSITION';
    this.takeBack(person, shipment);
    return 'done';
  }

  /** A new status, set by an operator. */
  move(
    owner: ModelPerson,
    shipment: ModelShipment,
    to: Exclude<ModelShipment['status'], 'lost'>,
  ): Outcome {
    if (shipment.status === to) return 'done';
    const line = ['requested', 'packed', 'shipped', 'delivered'] as const;
    if (to === 'cancelled') {
      if (shipment.status !== 'requested' && shipment.status !== 'packed') {
        return 'INVALID_TRANSITION';
      }
      this.takeBack(owner, shipment);
      return 'done';
    }
    if (shipment.status === 'cancelled' || shipment.status === 'lost') return 'INVALID_TRANSITION';
    if (line.indexOf(to) !== line.indexOf(shipment.status) + 1) return 'INVALID_TRANSITION';
    shipment.status = to;
    if (to === 'delivered') for (const card of notLost(shipment)) card.status = 'delivered';
    return 'done';
  }

  /** Returns cards and fee. The days of the shipment don't count towards the cards' thirty days. */
  private takeBack(owner: ModelPerson, shipment: ModelShipment): void {
    shipment.status = 'cancelled';
    owner.balance += shipment.fee;
    for (const card of notLost(shipment)) {
      card.status = 'available';
      card.dueAtMs += this.nowMs - card.shippedAtMs!;
      card.shippedAtMs = null;
    }
  }

  /** An admin decides that a card is missing. Its owner gets its whole market value. */
  loseCard(owner: ModelPerson, card: ModelCard): Outcome {
    if (!MAY_BE_LOST.includes(card.status)) return 'INVALID_TRANSITION';
    card.status = 'lost';
    owner.balance += marketValueOf(card);
    return 'done';
  }

  /** An admin decides that a parcel is lost. Its owner gets the value of its cards, and its fee. */
  loseParcel(owner: ModelPerson, shipment: ModelShipment): Outcome {
    if (shipment.status !== 'shipped') return 'INVALID_TRANSITION';
    for (const card of notLost(shipment)) this.loseCard(owner, card);
    shipment.status = 'lost';
    owner.balance += shipment.fee;
    return 'done';
  }

  /** Releases locked cards whose time was over, for thirty more days. */
  release(cards: ModelCard[]): Outcome[] {
    return cards.map((card) => {
      if (card.status !== 'locked') return 'CARD_NOT_AVAILABLE';
      card.status = 'available';
      card.dueAtMs = this.nowMs + STAY_MS;
      return 'done';
    });
  }

  /** Converts locked cards by hand. */
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

  /** Moves to the next time, and does what the shop does by itself then. */
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

/** The statuses of a card that its owner still has, here or at home. Locked ones are past their thirty days. */
const MAY_BE_LOST: readonly CardStatus[] = ['available', 'locked', 'shipped', 'delivered'];

/** The market values of the test cards. An offer is half of one, rounded down. */
const MARKET_VALUES = [140, 35, 700, 4_200, 0];

export function marketValueOf({ offer }: ModelCard): number {
  return MARKET_VALUES.find((value) => Math.floor(value / 2) === offer)!;
}

/** The cards of a shipment that were not lost before the rest of it. */
function notLost({ cards }: ModelShipment): ModelCard[] {
  return cards.filter(({ status }) => status !== 'lost');
}

function taxOn(subtotal: number): number {
  return halfUp(subtotal * 8, 100);
}

/** `part / whole`, rounded half up to a whole number. */
function halfUp(part: number, whole: number): number {
  return Math.floor((2 * part + whole) / (2 * whole));
}

function shippingFee(cardCount: number): number {
  const further = Math.max(0, cardCount - SHIPPING_CARDS_INCLUDED);
  return SHIPPING_BASE + SHIPPING_PER_FURTHER_CARD * further;
}
