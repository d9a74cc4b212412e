// Models the simplest possible shop in memory: how each call changes money, stock and cards. It is written from
// docs/product.md with its own arithmetic, so that it doesn't repeat a mistake of the shop. Money is in whole cents.
import type { CardStatus } from '#domain/card.ts';
import type { RejectionCode } from '#domain/rejection.ts';
import { ModelWallet, type ModelSpent, type ModelTopUp } from './model-wallet.ts';

/** The result of a call, which is "done" or the code of a refusal. */
export type Outcome = 'done' | RejectionCode;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const STAY_MS = 30 * DAY_MS;
/** The longest time in a year for which pauses stop the thirty days of a person's cards. */
const STILL_MS_MOST = 60 * DAY_MS;

/**
 * The times of a run, in milliseconds from its beginning. At the second and the fourth time, earlier reservations for
 * card payments are over. At the third time, cards opened at the first two times convert. At the last time, cards
 * opened at the third and fourth time convert.
 */
export const MOMENTS_MS = [
  0,
  11 * MINUTE_MS,
  31 * DAY_MS,
  31 * DAY_MS + 11 * MINUTE_MS,
  62 * DAY_MS,
];

/** A place that is closed to sales for the whole run. */
export const QUEBEC = 'CA-QC';
/** A place that is open when the run begins. The run's steps may close it and open it again. */
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
  /** When the card's thirty days end. Infinity if it has none. */
  dueAtMs: number;
  shippedAtMs: number | null;
  /** Half of the card's market value. The shop's offer for a single may be less. */
  halfValue: number;
  /**
   * The purchase of the card as a single: its price, its total, its time, and the credits that paid. Null if the card
   * came out of a pack.
   */
  bought: { price: number; total: number; atMs: number; spent: ModelSpent } | null;
  /** Whether the card was put on sale after it came back to the shop. */
  isSoldOn: boolean;
};

/** A card of the house that is on sale. */
export type ModelSingle = { id: string; halfValue: number; price: number };

export type ModelShipment = {
  id: string;
  fee: number;
  /** The credits that paid the shipping fee. */
  spent: ModelSpent;
  cards: ModelCard[];
  status: 'requested' | 'packed' | 'shipped' | 'delivered' | 'cancelled' | 'lost';
};

/** Packs of one type that a card paid for. */
export type ModelOrder = {
  intentId: string;
  type: number;
  quantity: number;
  /** The total of the payment, and the time when the payment began. Both count for the buyer's limits on money. */
  total: number;
  begunAtMs: number;
  /** The id of the opening of each opened pack, by the pack's id. */
  opened: Map<string, string>;
  /** The amount refunded for unopened packs, or null if nothing was refunded. */
  refunded: number | null;
  paidAtMs: number;
  /** How many packs had been opened in the whole shop at the time of the payment. */
  paidAfter: number;
  /** When the buyer returned the order, or null if they did not return it. */
  returnedAtMs: number | null;
};

/** Packs reserved for a card payment. */
export type ModelHold = {
  intentId: string;
  clientSecret: string;
  type: number;
  quantity: number;
  total: number;
  begunAtMs: number;
  /** Whether the card was charged. The shop may not have noticed yet. */
  isPaid: boolean;
};

export type ModelBreak = { kind: 'day' | 'week' | 'month' | 'half_year'; lengthMs: number };

/** The period in which each limit on money counts payments. */
const LIMIT_MS = { day: DAY_MS, month: 30 * DAY_MS };
export type ModelLimit = keyof typeof LIMIT_MS;

export type ModelPerson = {
  wallet: ModelWallet;
  cards: ModelCard[];
  shipments: ModelShipment[];
  orders: ModelOrder[];
  hold: ModelHold | null;
  /** The number of packs of each type that count towards the type's limit, without reserved packs. */
  bought: number[];
  isLocked: boolean;
  /** The place where the person lives according to their profile, or null if the profile does not say it. */
  home: string | null;
  /**
   * The places that were closed when a first parcel went there. The question whether the person lives there stops sales until
   * an admin answers it.
   */
  questions: Map<string, 'open' | 'answered'>;
  /** Whether the person's cards convert after their thirty days; false: they are locked then. */
  converts: boolean;
  limits: Record<ModelLimit, number | null>;
  /** When the person's break ends. Until this time the shop sells them nothing. */
  breakEndsAtMs: number;
  isExcluded: boolean;
  /** Until this time the thirty days of the person's cards do not pass. */
  stillUntilMs: number;
  /** For how long pauses have stopped the thirty days of the person's cards so far. */
  stillForPausesMs: number;
  /** Excluded people who have the same home, and for each of them whether an operator has let this person through. */
  likeExcluded: Map<ModelPerson, 'asked' | 'let through'>;
};

export type ModelType = {
  price: number;
  limit: number | null;
  forSale: number;
  withdrawn: string[];
  /** The number of the type's last opening, if the openings of all types are counted. If there was none, it is 0. */
  openedLast: number;
};

export type OpenedCards = { id: string; cards: { id: string; sellPrice: number }[] };

export class ModelShop {
  readonly people: ModelPerson[];
  /** The cards of the house that are on sale. */
  singles: ModelSingle[] = [];
  readonly types: ModelType[];
  /** The index of the present moment in `MOMENTS_MS`. */
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
      wallet: new ModelWallet(balance),
      cards: [],
      shipments: [],
      orders: [],
      hold: null,
      bought: types.map(() => 0),
      isLocked: false,
      home: null,
      questions: new Map(),
      converts: true,
      limits: { day: null, month: null },
      breakEndsAtMs: 0,
      isExcluded: false,
      stillUntilMs: 0,
      stillForPausesMs: 0,
      likeExcluded: new Map(),
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
    const bar = this.barOf(person);
    if (bar !== null) return bar;
    if (!this.isSoldTo(person)) return 'NOT_SOLD_HERE';
    if (person.wallet.balance < total) return 'INSUFFICIENT_BALANCE';
    if (offer.forSale < quantity) return 'PACK_UNAVAILABLE';
    person.wallet.spend(total);
    offer.forSale -= quantity;
    person.bought[type]! += quantity;
    return 'done';
  }

  /**
   * Reserves packs for a card payment. If the request is the same as that of the existing reservation, this reservation
   * stays.
   */
  holdForCard(person: ModelPerson, type: number, quantity: number): Outcome {
    if (!this.isSoldTo(person)) return 'NOT_SOLD_HERE';
    const bar = this.barOf(person);
    if (bar !== null) return bar;
    const { hold } = person;
    const isSame = hold?.type === type && hold.quantity === quantity;
    if (isSame && !hold.isPaid) return 'done';
    const total = this.total(type, quantity, true);
    // If the new payment is above a limit, the open payment does not end.
    if (hold !== null && !isSame && this.isAboveLimits(person, total - hold.total)) {
      return 'OWN_LIMIT_REACHED';
    }
    this.endHold(person);
    if (this.isOverLimit(person, type, quantity)) return 'PURCHASE_LIMIT_REACHED';
    const offer = this.types[type]!;
    if (offer.forSale < quantity) return 'PACK_UNAVAILABLE';
    if (this.isAboveLimits(person, total)) return 'OWN_LIMIT_REACHED';
    offer.forSale -= quantity;
    const begunAtMs = this.nowMs;
    const intent = { intentId: '', clientSecret: '' };
    person.hold = { ...intent, type, quantity, total, begunAtMs, isPaid: false };
    return 'done';
  }

  /**
   * Lets the shop ask the card provider for the state of the person's payment. If the card has paid, the shop delivers
   * the packs. If the buyer may not buy now, it refunds the whole payment instead. Returns the state of the payment.
   */
  payDebts(person: ModelPerson): 'pending' | 'succeeded' | 'refunded' {
    const { hold } = person;
    if (hold === null || !hold.isPaid) return 'pending';
    const { intentId, type, quantity, total, begunAtMs } = hold;
    const isRefused = this.barOf(person) !== null || this.isAboveLimits(person, 0);
    person.hold = null;
    if (isRefused) {
      this.types[type]!.forSale += quantity;
      return 'refunded';
    }
    person.bought[type]! += quantity;
    person.orders.push({
      intentId,
      type,
      quantity,
      total,
      begunAtMs,
      opened: new Map(),
      refunded: null,
      paidAtMs: this.nowMs,
      paidAfter: this.openings,
      returnedAtMs: null,
    });
    return 'succeeded';
  }

  // Singles

  /** The cards of the house that nobody has put on sale yet. */
  get cameBack(): ModelCard[] {
    return this.people
      .flatMap(({ cards }) => cards)
      .filter(({ status, isSoldOn }) => CAME_BACK.includes(status) && !isSoldOn);
  }

  putOnSale(card: ModelCard, price: number): void {
    card.isSoldOn = true;
    this.singles.push({ id: card.id, halfValue: card.halfValue, price });
  }

  buySingle(person: ModelPerson, single: ModelSingle): Outcome {
    this.endHold(person);
    const bar = this.barOf(person);
    if (bar !== null) return bar;
    if (!this.isSoldTo(person)) return 'NOT_SOLD_HERE';
    const { id, halfValue, price } = single;
    const total = price + taxOn(price);
    if (person.wallet.balance < total) return 'INSUFFICIENT_BALANCE';
    const spent = person.wallet.spend(total);
    this.singles = this.singles.filter((one) => one.id !== id);
    person.cards.push({
      id: '',
      openingId: '',
      offer: Math.min(halfValue, Math.floor(price / 2)),
      status: 'available',
      dueAtMs: Number.POSITIVE_INFINITY,
      shippedAtMs: null,
      halfValue,
      bought: { price, total, atMs: this.nowMs, spent },
      isSoldOn: false,
    });
    return 'done';
  }

  /** Lets a buyer return a single at the price paid. No run returns one later than a day after its purchase. */
  returnSingle(person: ModelPerson, card: ModelCard): Outcome {
    if (!person.cards.includes(card)) return 'CARD_NOT_FOUND';
    if (card.status === 'returned') return 'done';
    if (card.status !== 'available') return 'CARD_NOT_AVAILABLE';
    if (this.nowMs - card.bought!.atMs >= DAY_MS) return 'INVALID_TRANSITION';
    card.status = 'returned';
    person.wallet.giveBack(card.bought!.spent);
    return 'done';
  }

  // Limits and breaks

  private barOf(person: ModelPerson): Outcome | null {
    if (person.breakEndsAtMs > this.nowMs) return 'ON_A_BREAK';
    const isAsked = [...person.likeExcluded.values()].includes('asked');
    return isAsked ? 'NOT_SOLD_TO_ACCOUNT' : null;
  }

  /** Whether a person's card payments exceed one of their limits if one more payment of `more` cents is added. */
  private isAboveLimits(person: ModelPerson, more: number): boolean {
    const paid = person.orders.map(({ total, refunded, begunAtMs }) => ({
      net: total - (refunded ?? 0),
      begunAtMs,
    }));
    for (const { bank, amount, back, fee, begunAtMs } of person.wallet.topUps) {
      paid.push({ net: bank === 'lost' ? 0 : amount - back + fee, begunAtMs });
    }
    if (person.hold !== null)
      paid.push({ net: person.hold.total, begunAtMs: person.hold.begunAtMs });
    return (['day', 'month'] as const).some((kind) => {
      const limit = person.limits[kind];
      const within = paid.filter(({ begunAtMs }) => begunAtMs > this.nowMs - LIMIT_MS[kind]);
      return limit !== null && within.reduce((sum, { net }) => sum + net, more) > limit;
    });
  }

  /**
   * A lower limit applies at once, and ends an open payment that exceeds it. A higher limit only waits to be confirmed.
   */
  setLimit(person: ModelPerson, kind: ModelLimit, cents: number): Outcome {
    const known = person.limits[kind];
    if (known === null || cents < known) person.limits[kind] = cents;
    if (person.hold !== null && this.isAboveLimits(person, 0)) this.endHold(person);
    return 'done';
  }

  takeBreak(person: ModelPerson, { kind, lengthMs }: ModelBreak): Outcome {
    const endsAtMs = this.nowMs + lengthMs;
    // In the shop some time passes between two steps, so a second break of the same length ends later than the first.
    if (person.breakEndsAtMs > endsAtMs) return 'INVALID_TRANSITION';
    const isPause = kind !== 'half_year';
    const fromMs = Math.max(this.nowMs, person.stillUntilMs);
    const leftMs = STILL_MS_MOST - person.stillForPausesMs;
    const untilMs = isPause ? Math.min(endsAtMs, fromMs + leftMs) : endsAtMs;
    const stillMs = Math.max(0, untilMs - fromMs);
    if (isPause) person.stillForPausesMs += stillMs;
    person.stillUntilMs = fromMs + stillMs;
    for (const card of person.cards) {
      if (card.status === 'available' || card.status === 'shipped') card.dueAtMs += stillMs;
    }
    person.breakEndsAtMs = endsAtMs;
    person.isExcluded ||= !isPause;
    this.compareHomes();
    this.endHold(person);
    return 'done';
  }

  /**
   * All parcels go to one address. So if an excluded person had a parcel, everybody else who had a parcel seems to live
   * with that person.
   */
  private compareHomes(): void {
    const shipped = this.people.filter(({ shipments }) => shipments.length > 0);
    for (const excluded of shipped.filter(({ isExcluded }) => isExcluded)) {
      for (const other of shipped) {
        if (other.isExcluded || other.likeExcluded.has(excluded)) continue;
        other.likeExcluded.set(excluded, 'asked');
      }
    }
  }

  letThrough(person: ModelPerson): Outcome {
    const asked = [...person.likeExcluded].filter(([, state]) => state === 'asked');
    for (const [excluded] of asked) person.likeExcluded.set(excluded, 'let through');
    return asked.length === 0 ? 'INVALID_TRANSITION' : 'done';
  }

  /** If the shop sells nothing to a person, it also gives them no credits. */
  giveCredits(person: ModelPerson, cents: number): Outcome {
    if (this.barOf(person) !== null) return 'ON_A_BREAK';
    person.wallet.earn(cents);
    return 'done';
  }

  giveForTopUp(person: ModelPerson, cents: number, topUp: ModelTopUp): Outcome {
    if (this.barOf(person) !== null) return 'ON_A_BREAK';
    person.wallet.give(cents, topUp);
    return 'done';
  }

  beginTopUp(person: ModelPerson, total: number): Outcome {
    if (!this.isSoldTo(person)) return 'NOT_SOLD_HERE';
    const bar = this.barOf(person);
    if (bar !== null) return bar;
    return this.isAboveLimits(person, total) ? 'OWN_LIMIT_REACHED' : 'done';
  }

  /** Whether the shop sells to the person, and the person has no limit on money. */
  isUnlimited(person: ModelPerson): boolean {
    const { limits, isLocked } = person;
    const hasLimit = limits.day !== null || limits.month !== null;
    return !isLocked && !hasLimit && this.barOf(person) === null && this.isSoldTo(person);
  }

  private stillLeftMs(person: ModelPerson): number {
    return Math.max(0, person.stillUntilMs - this.nowMs);
  }

  /** Ends a reservation. Paid packs are delivered, and unpaid packs go back on sale. */
  endHold(person: ModelPerson): void {
    this.payDebts(person);
    if (person.hold === null) return;
    this.types[person.hold.type]!.forSale += person.hold.quantity;
    person.hold = null;
  }

  /** Whether the shop sells to a person: not if they live in a closed place, nor while it is in question whether they do. */
  private isSoldTo({ home, questions }: ModelPerson): boolean {
    const isInQuestion = [...this.closed].some((place) => questions.get(place) === 'open');
    return !isInQuestion && (home === null || !this.closed.has(home));
  }

  private isOverLimit(person: ModelPerson, type: number, quantity: number): boolean {
    const { limit } = this.types[type]!;
    return limit !== null && person.bought[type]! + quantity > limit;
  }

  /** Records an opening. The model learns the pack's contents from the shop's response. */
  reveal(person: ModelPerson, type: number, { id, cards }: OpenedCards): void {
    this.openings += 1;
    this.types[type]!.openedLast = this.openings;
    for (const card of cards) {
      person.cards.push({
        id: card.id,
        openingId: id,
        offer: card.sellPrice,
        status: 'available',
        dueAtMs: this.nowMs + STAY_MS + this.stillLeftMs(person),
        shippedAtMs: null,
        halfValue: card.sellPrice,
        bought: null,
        isSoldOn: false,
      });
    }
  }

  /**
   * Lets the buyer return an order. That is allowed within an hour, until somebody opens a pack of the type, and for at
   * most two orders in thirty days.
   */
  returnPacks(person: ModelPerson, order: ModelOrder): Outcome {
    if (order.refunded !== null || order.quantity === order.opened.size) {
      return this.refund(person, order);
    }
    if (person.isExcluded) return this.refund(person, order);
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

  /** Sells or converts cards one after the other. Whether one card succeeds does not affect the others. */
  buyBack(person: ModelPerson, cards: ModelCard[], disposal: 'sold' | 'converted'): Outcome[] {
    return cards.map((card) => {
      if (!person.cards.includes(card)) return 'CARD_NOT_FOUND';
      if (card.status !== 'available') return 'CARD_NOT_AVAILABLE';
      this.payFor(person, card, disposal);
      return 'done';
    });
  }

  ship(person: ModelPerson, cards: ModelCard[], place: string): Outcome {
    for (const card of cards) {
      if (!person.cards.includes(card)) return 'CARD_NOT_FOUND';
      if (card.status !== 'available') return 'CARD_NOT_AVAILABLE';
    }
    const fee = shippingFee(cards.length);
    if (person.wallet.balance < fee) return 'INSUFFICIENT_BALANCE';
    const spent = person.wallet.spend(fee);
    for (const card of cards) {
      card.status = 'shipped';
      card.shippedAtMs = this.nowMs;
    }
    person.shipments.push({ id: '', fee, spent, cards, status: 'requested' });
    this.compareHomes();
    if (this.closed.has(place) && !person.questions.has(place)) person.questions.set(place, 'open');
    return 'done';
  }

  /** Lets the owner cancel a shipment that nobody has begun to pack. */
  cancel(person: ModelPerson, shipment: ModelShipment): Outcome {
    if (!person.shipments.includes(shipment)) return 'NOT_FOUND';
    if (shipment.status === 'cancelled') return 'done';
    if (shipment.status !== 'requested') return 'INVALID_TRANSITION';
    this.takeBack(person, shipment);
    return 'done';
  }

  /** Lets an operator set a new status of a shipment. */
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

  /**
   * Returns the cards and the fee of a shipment. The days of the shipment don't count towards the cards' thirty days.
   */
  private takeBack(owner: ModelPerson, shipment: ModelShipment): void {
    shipment.status = 'cancelled';
    owner.wallet.giveBack(shipment.spent);
    for (const card of notLost(shipment)) {
      card.status = 'available';
      card.dueAtMs += this.nowMs - card.shippedAtMs!;
      card.shippedAtMs = null;
    }
  }

  /** Lets an admin decide that a card is missing. The card's owner gets its whole market value. */
  loseCard(owner: ModelPerson, card: ModelCard): Outcome {
    if (!MAY_BE_LOST.includes(card.status)) return 'INVALID_TRANSITION';
    card.status = 'lost';
    owner.wallet.compensate(lossOf(card));
    return 'done';
  }

  /**
   * Lets an admin decide that a parcel is lost. The parcel's owner gets the market value of the cards, and the shipping
   * fee.
   */
  loseParcel(owner: ModelPerson, shipment: ModelShipment): Outcome {
    if (shipment.status !== 'shipped') return 'INVALID_TRANSITION';
    for (const card of notLost(shipment)) this.loseCard(owner, card);
    shipment.status = 'lost';
    owner.wallet.compensate(shipment.fee);
    return 'done';
  }

  /** Unlocks cards whose thirty days are over, and gives them thirty more days. */
  release(owner: ModelPerson, cards: ModelCard[]): Outcome[] {
    return cards.map((card) => {
      if (card.status !== 'locked') return 'CARD_NOT_AVAILABLE';
      card.status = 'available';
      card.dueAtMs = this.nowMs + STAY_MS + this.stillLeftMs(owner);
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
    person.wallet.earn(card.offer);
  }

  // Time

  /** Moves to the next time in `MOMENTS_MS`, and does what the shop's jobs do at that time. */
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

/**
 * The statuses of cards that still belong to their owner, in the warehouse or at home. Locked cards are past their
 * thirty days.
 */
const MAY_BE_LOST: readonly CardStatus[] = ['available', 'locked', 'shipped', 'delivered'];

/** The statuses of cards that are the house's again. */
const CAME_BACK: readonly CardStatus[] = ['sold', 'converted', 'returned'];

/** The market values of the test cards. The shop's offer for a card is half of its value, rounded down. */
const MARKET_VALUES = [140, 35, 700, 4_200, 0];

function marketValueOf({ halfValue }: ModelCard): number {
  return MARKET_VALUES.find((value) => Math.floor(value / 2) === halfValue)!;
}

/** What the owner of a lost card gets: its market value, or what they paid for it as a single if that was more. */
export function lossOf(card: ModelCard): number {
  return Math.max(marketValueOf(card), card.bought?.price ?? 0);
}

/** The cards of a shipment, without those that were lost earlier. */
function notLost({ cards }: ModelShipment): ModelCard[] {
  return cards.filter(({ status }) => status !== 'lost');
}

function taxOn(subtotal: number): number {
  return halfUp(subtotal * 8, 100);
}

/** Computes `part / whole`, rounded half up to a whole number. */
function halfUp(part: number, whole: number): number {
  return Math.floor((2 * part + whole) / (2 * whole));
}

function shippingFee(cardCount: number): number {
  const further = Math.max(0, cardCount - SHIPPING_CARDS_INCLUDED);
  return SHIPPING_BASE + SHIPPING_PER_FURTHER_CARD * further;
}
