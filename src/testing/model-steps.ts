// Defines the steps of the model test. Each step does the same to the shop and to the model, and compares the shop's
// answer with the model's.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ShopResponse } from './app.ts';
import {
  MOMENTS_MS,
  NOVA_SCOTIA,
  QUEBEC,
  lossOf,
  type ModelCard,
  type ModelHold,
  type ModelPerson,
  type ModelShipment,
  type ModelShop,
  type OpenedCards,
  type Outcome,
} from './model-shop.ts';
import type { Intent, Purchased } from './payments.ts';
import { ADDRESS } from './shipments.ts';

/** The caller of a step: a user of the run, by number, or an operator. */
export type Who = number | 'moderator' | 'admin';

/** The shop as steps use it. */
export type RealShop = {
  begunAt: Date;
  /** The ids of the pack types, in the model's order. */
  types: string[];
  userIds: string[];
  /**
   * The street to which the run's parcels go. Each run has its own, because the shop takes people of one home for one buyer,
   * and bars those who share it with an excluded person.
   */
  street: string;
  call: <Data = unknown>(
    who: Who,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<ShopResponse<Data>>;
  /** Confirms a payment at the card provider, as a browser does. Returns the HTTP status. */
  charge: (
    intent: { paymentIntentId: string; clientSecret: string },
    paymentMethod: string,
  ) => Promise<number>;
  /** Posts all waiting events to the webhook. */
  bringEvents: () => Promise<void>;
  /** Moves the clock to a moment of `MOMENTS_MS` and runs the jobs that are due. */
  moveTo: (moment: number) => Promise<void>;
  /** Lets an operator release a parcel, if the shop holds it because its owner's payments look risky. */
  releaseHeld: (shipmentId: string) => Promise<void>;
  /** Sets the home in a user's profile. */
  liveIn: (who: number, region: string) => Promise<void>;
  /** Takes a card of the house in hand, and puts it on sale at a price in cents. */
  putOnSale: (cardId: string, price: number) => Promise<void>;
  /** Saves the places where the shop does not sell. It sells everywhere else. */
  closePlaces: (regions: string[]) => Promise<void>;
  /** Signs a user out. Their next call signs in again. */
  signOut: (who: number) => void;
  /** Makes the banks of dead cards send their refunds back, and informs the shop. */
  sendRefundsBack: () => Promise<void>;
  /** Makes the bank decide about a disputed payment, and informs the shop. */
  decideDispute: (intentId: string, how: 'win' | 'lose') => Promise<void>;
  /**
   * A user excludes themselves, deletes their account, and signs up again with the same address. Returns the code with
   * which their first payment is refused.
   */
  leaveAndComeBack: () => Promise<string>;
  /** Imports credits in cents that a user had in another shop. */
  importCredits: (who: number, credits: number, kind: 'bought' | 'earned') => Promise<void>;
};

type Run<Args> = (model: ModelShop, real: RealShop, args: Args) => Promise<void>;

class Step<Args extends object> implements fc.AsyncCommand<ModelShop, RealShop> {
  readonly name: string;
  readonly args: Args;
  readonly #isPossible: (model: Readonly<ModelShop>, args: Args) => boolean;
  readonly #run: Run<Args>;
  readonly #mayOwe: boolean;

  constructor(
    name: string,
    args: Args,
    isPossible: (model: Readonly<ModelShop>, args: Args) => boolean,
    run: Run<Args>,
    mayOwe: boolean,
  ) {
    this.name = name;
    this.args = args;
    this.#isPossible = isPossible;
    this.#run = run;
    this.#mayOwe = mayOwe;
  }

  check(model: Readonly<ModelShop>): boolean {
    return (this.#mayOwe || !owes(model, this.args)) && this.#isPossible(model, this.args);
  }

  run(model: ModelShop, real: RealShop): Promise<void> {
    return this.#run(model, real, this.args);
  }

  toString(): string {
    return `${this.name} ${JSON.stringify(this.args)}`;
  }
}

/** Whether a person in the step owes the shop money. A person with a debt can do little. */
function owes(model: Readonly<ModelShop>, args: { who?: unknown; whose?: unknown }): boolean {
  return [args.who, args.whose].some(
    (one) => typeof one === 'number' && model.people[one]!.wallet.debt > 0,
  );
}

/** Makes a step. `mayOwe`: whether a person with a debt can do this step. */
export function step<Args extends object>(
  name: string,
  args: { [Name in keyof Args]: fc.Arbitrary<Args[Name]> },
  run: Run<Args>,
  isPossible: (model: Readonly<ModelShop>, args: Args) => boolean = () => true,
  mayOwe = false,
): fc.Arbitrary<fc.AsyncCommand<ModelShop, RealShop>> {
  return fc.record(args).map((drawn) => new Step(name, drawn as Args, isPossible, run, mayOwe));
}

/** These functions convert cents to the API's decimals, and back. */
export const decimal = (cents: number) => cents / 100;
export const cents = (amount: number) => Math.round(amount * 100);

export function expectSame(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected);
}

/**
 * Returns the data of a response. If the response is not as expected, fails. If the call was refused, as expected,
 * returns null.
 */
export async function expectOf<Data>(
  response: Promise<ShopResponse<Data>>,
  expected: Outcome,
): Promise<Data | null> {
  const { body } = await response;
  expectSame(body.success ? 'done' : body.error.code, expected);
  return body.success ? body.data : null;
}

/** Returns the model's outcome. If the user is locked, the outcome is always a refusal, and the model is not asked. */
export function decided(person: ModelPerson, decide: () => Outcome): Outcome {
  return person.isLocked ? 'UNAUTHORIZED' : decide();
}

/** Whether a person may buy without a limit, and has no open card payment. */
export const isFree = (model: Readonly<ModelShop>, index: number) => {
  const person = model.people[index]!;
  return person.hold === null && model.isUnlimited(person);
};

export const who = fc.nat({ max: 2 });
/** The owner of the packs or cards in a step. It is mostly the user (null), and sometimes another user. */
const whose = fc.oneof(
  { arbitrary: fc.constant(null), weight: 7 },
  { arbitrary: fc.nat({ max: 2 }), weight: 1 },
);
const type = fc.nat({ max: 1 });
const quantity = fc.integer({ min: 1, max: 3 });
export const pick = fc.nat({ max: 1_000 });
const picks = fc.array(pick, { minLength: 1, maxLength: 7 });

export function oneOf<T>(list: readonly T[], pickOne: number): T {
  return list[pickOne % list.length]!;
}

function someOf<T>(list: readonly T[], pickMany: number[]): T[] {
  return [...new Set(pickMany.map((one) => oneOf(list, one)))];
}

type OfCards = { who: number; whose: number | null; picks: number[] };
type OfParcel = OfCards & { isToQuebec: boolean };

function ownerOf(
  model: Readonly<ModelShop>,
  args: { who: number; whose: number | null },
): ModelPerson {
  return model.people[args.whose ?? args.who]!;
}

const hasCards = (model: Readonly<ModelShop>, args: OfCards) =>
  ownerOf(model, args).cards.length > 0;

/** Returns the sealed and opened packs of an order, as their owner sees them. */
async function packsOf(real: RealShop, owner: number, intentId: string): Promise<Purchased> {
  const response = real.call<Purchased>(owner, 'GET', `/payments/purchased-packs/${intentId}`);
  return (await expectOf(response, 'done'))!;
}

function checkOpened(opened: { cards: { value: number; sellPrice: number }[] }): void {
  for (const card of opened.cards) {
    expectSame(cents(card.sellPrice), Math.floor(cents(card.value) / 2));
  }
}

type WireOpening = { id: string; cards: { id: string; value: number; sellPrice: number }[] };

function inCents({ id, cards }: WireOpening): OpenedCards {
  return { id, cards: cards.map((card) => ({ id: card.id, sellPrice: cents(card.sellPrice) })) };
}

export const REASON = 'For the model';

type OfPurchase = { who: number; type: number; quantity: number };

export async function buy(model: ModelShop, real: RealShop, args: OfPurchase): Promise<void> {
  const person = model.people[args.who]!;
  const expected = decided(person, () => model.buyWithCredits(person, args.type, args.quantity));
  const body = { packId: real.types[args.type], quantity: args.quantity };
  const bought = await expectOf(
    real.call<{ updatedBalance: number; packOpenings: WireOpening[] }>(
      args.who,
      'POST',
      '/packs/purchase',
      body,
    ),
    expected,
  );
  if (bought === null) return;
  expectSame(cents(bought.updatedBalance), person.wallet.balance);
  expectSame(bought.packOpenings.length, args.quantity);
  for (const opening of bought.packOpenings) {
    checkOpened(opening);
    model.reveal(person, args.type, inCents(opening));
  }
}

const buyWithCredits = step('buy with credits', { who, type, quantity }, buy);

/** Lets two users open a pack, so that a run has cards from the beginning. */
export async function beginWithCards(model: ModelShop, real: RealShop): Promise<void> {
  for (const buyer of [0, 1]) await buy(model, real, { who: buyer, type: 0, quantity: 1 });
}

export async function begin(model: ModelShop, real: RealShop, args: OfPurchase): Promise<void> {
  const person = model.people[args.who]!;
  const known = person.hold?.intentId;
  const expected = decided(person, () => model.holdForCard(person, args.type, args.quantity));
  const body = { packs: [{ packId: real.types[args.type], quantity: args.quantity }] };
  const response = real.call<Intent>(args.who, 'POST', '/payments/create-payment-intent', body);
  const intent = await expectOf(response, expected);
  if (intent === null) return;
  expectSame(cents(intent.amount), model.total(args.type, args.quantity, true));
  const hold = person.hold!;
  // If the request is the same, the payment must be the same.
  expectSame(intent.paymentIntentId === known, hold.intentId !== '');
  hold.intentId = intent.paymentIntentId;
  hold.clientSecret = intent.clientSecret;
}

export async function charge(real: RealShop, hold: ModelHold, isDeclined: boolean): Promise<void> {
  const intent = { paymentIntentId: hold.intentId, clientSecret: hold.clientSecret };
  const card = isDeclined ? 'pm_card_chargeDeclined' : 'pm_card_visa';
  expectSame(await real.charge(intent, card), isDeclined ? 402 : 200);
  hold.isPaid = !isDeclined;
}

/** Asks for the result of the payment, as the browser does. */
export async function ask(model: ModelShop, real: RealShop, owner: number): Promise<void> {
  const person = model.people[owner]!;
  const { intentId } = person.hold!;
  const expected = model.payDebts(person);
  const { status } = await packsOf(real, owner, intentId);
  expectSame(status, expected);
}

export async function buySealed(model: ModelShop, real: RealShop, args: OfPurchase): Promise<void> {
  await begin(model, real, args);
  const { hold, isLocked } = model.people[args.who]!;
  if (hold === null || hold.isPaid) return;
  await charge(real, hold, false);
  if (!isLocked) await ask(model, real, args.who);
}

const buyByCard = step('buy by card', { who, type, quantity }, buySealed);

const beginCardPayment = step('begin to pay by card', { who, type, quantity }, begin);

const payByCard = step(
  'pay by card',
  { who, isDeclined: fc.boolean() },
  (model, real, args) => charge(real, model.people[args.who]!.hold!, args.isDeclined),
  (model, args) => model.people[args.who]!.hold?.isPaid === false,
);

const askAboutPayment = step(
  'ask what was paid',
  { who },
  (model, real, args) => ask(model, real, args.who),
  (model, args) => model.people[args.who]!.hold !== null && !model.people[args.who]!.isLocked,
);

const letGo = step(
  'let go of packs that are kept for a card',
  { who },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const expected = decided(person, () => {
      model.endHold(person);
      return 'done';
    });
    await expectOf(
      real.call<object>(args.who, 'POST', '/payments/release', { purpose: 'order' }),
      expected,
    );
  },
);

const bringEvents = step('bring the card provider’s events', {}, async (model, real) => {
  for (const person of model.people) model.payDebts(person);
  await real.bringEvents();
});

type OfPack = { who: number; whose: number | null; order: number; pack: number };

export async function openOne(model: ModelShop, real: RealShop, args: OfPack): Promise<void> {
  const ownerNumber = args.whose ?? args.who;
  const owner = model.people[ownerNumber]!;
  const order = oneOf(owner.orders, args.order);
  const { packs } = await packsOf(real, ownerNumber, order.intentId);
  const sealed = order.refunded === null ? order.quantity - order.opened.size : 0;
  expectSame(packs.filter((pack) => !pack.opened).length, sealed);
  expectSame(packs.filter((pack) => pack.opened).length, order.opened.size);
  if (packs.length === 0) return;

  const { packId } = oneOf(packs, args.pack);
  const isOwn = ownerNumber === args.who;
  const expected = decided(model.people[args.who]!, () => (isOwn ? 'done' : 'PACK_NOT_FOUND'));
  const response = real.call<WireOpening>(args.who, 'POST', `/packs/${packId}/open`);
  const opening = await expectOf(response, expected);
  if (opening === null) return;
  const before = order.opened.get(packId);
  // If the call is repeated, the opening must be the same.
  if (before !== undefined) return expectSame(opening.id, before);
  checkOpened(opening);
  model.reveal(owner, order.type, inCents(opening));
  order.opened.set(packId, opening.id);
}

const openPack = step<OfPack>(
  'open a pack',
  { who, whose, order: pick, pack: pick },
  openOne,
  (model, args) => ownerOf(model, args).orders.length > 0 && !ownerOf(model, args).isLocked,
);

type OfRefund = { who: number; order: number; byAdmin: boolean };

export async function refundSealed(
  model: ModelShop,
  real: RealShop,
  args: OfRefund,
): Promise<void> {
  const person = model.people[args.who]!;
  const order = oneOf(person.orders, args.order);
  const path = `/transactions?type=pack_purchase&limit=100&userId=${real.userIds[args.who]}`;
  const { body } = await real.call<{ transactions: { id: string; paymentId: string | null }[] }>(
    'admin',
    'GET',
    path,
  );
  const paid = body.data.transactions.find((one) => one.paymentId === order.intentId)!;
  const expected = args.byAdmin
    ? model.refund(person, order)
    : decided(person, () => model.returnPacks(person, order));
  const caller = args.byAdmin ? 'admin' : args.who;
  const back = await expectOf(
    real.call<{ amount: number }>(caller, 'POST', `/transactions/${paid.id}/refund`, {
      reason: REASON,
    }),
    expected,
  );
  if (back !== null) expectSame(cents(back.amount), order.refunded);
}

const refund = step<OfRefund>(
  'refund what is not opened',
  { who, order: pick, byAdmin: fc.boolean() },
  refundSealed,
  (model, args) => model.people[args.who]!.orders.length > 0,
);

const sellCard = step(
  'sell a card',
  { who, whose, picks: pick.map((one) => [one]) },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const card = oneOf(ownerOf(model, args).cards, args.picks[0]!);
    const expected = decided(person, () => model.buyBack(person, [card], 'sold')[0]!);
    const body = {
      cardId: card.id,
      packOpeningId: card.openingId,
      expectedSellPrice: decimal(card.offer),
    };
    const sold = await expectOf(
      real.call<{ sellPrice: number; newAccountBalance: number }>(
        args.who,
        'POST',
        '/cards/sell',
        body,
      ),
      expected,
    );
    if (sold === null) return;
    expectSame(cents(sold.sellPrice), card.offer);
    expectSame(cents(sold.newAccountBalance), person.wallet.balance);
  },
  hasCards,
);

/** Makes a step that sells or converts several cards. Whether one card succeeds does not affect the others. */
function inBulk(name: string, path: string, disposal: 'sold' | 'converted') {
  return step<OfCards>(
    name,
    { who, whose, picks },
    async (model, real, args) => {
      const person = model.people[args.who]!;
      const cards = someOf(ownerOf(model, args).cards, args.picks);
      let outcomes: Outcome[] = [];
      const expected = decided(person, () => {
        outcomes = model.buyBack(person, cards, disposal);
        return 'done';
      });
      const done = await expectOf(
        real.call<{ newAccountBalance: number; results: { code: Outcome | null }[] }>(
          args.who,
          'POST',
          path,
          { cards: cards.map((card) => ({ cardId: card.id, packOpeningId: card.openingId })) },
        ),
        expected,
      );
      if (done === null) return;
      expectSame(
        done.results.map(({ code }) => code ?? 'done'),
        outcomes,
      );
      expectSame(cents(done.newAccountBalance), person.wallet.balance);
    },
    hasCards,
  );
}

const sellMany = inBulk('sell cards', '/cards/sell/bulk', 'sold');
const convertMany = inBulk('convert cards', '/cards/convert', 'converted');

export async function ship(model: ModelShop, real: RealShop, args: OfParcel): Promise<void> {
  const person = model.people[args.who]!;
  const cards = someOf(ownerOf(model, args).cards, args.picks);
  const place = args.isToQuebec ? QUEBEC : NOVA_SCOTIA;
  const expected = decided(person, () => model.ship(person, cards, place));
  const body = {
    cardGroups: cards.map((card) => ({ packOpeningId: card.openingId, cardIds: [card.id] })),
    shippingAddress: {
      ...ADDRESS,
      addressLine1: real.street,
      ...(args.isToQuebec && { state: 'QC' }),
    },
    paymentMethod: 'balance',
  };
  const shipment = await expectOf(
    real.call<{ id: string; fee: { totalFee: number } }>(
      args.who,
      'POST',
      '/shipping/requests',
      body,
    ),
    expected,
  );
  if (shipment === null) return;
  const known = person.shipments.at(-1)!;
  known.id = shipment.id;
  expectSame(cents(shipment.fee.totalFee), known.fee);
}

const shipCards = step<OfParcel>(
  'ship cards',
  { who, whose, picks, isToQuebec: fc.integer({ min: 0, max: 4 }).map((one) => one === 0) },
  ship,
  hasCards,
);

type OfShipment = { who: number; whose: number | null; shipment: number };
const hasShipments = (model: Readonly<ModelShop>, args: OfShipment) =>
  ownerOf(model, args).shipments.length > 0;

const cancelShipment = step<OfShipment>(
  'cancel a shipment',
  { who, whose, shipment: pick },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const shipment = oneOf(ownerOf(model, args).shipments, args.shipment);
    const expected = decided(person, () => model.cancel(person, shipment));
    const path = `/shipping/requests/${shipment.id}/cancel`;
    await expectOf(real.call(args.who, 'POST', path), expected);
  },
  hasShipments,
);

type OfMove = OfShipment & { to: Exclude<ModelShipment['status'], 'requested' | 'lost'> };

export async function moveParcel(model: ModelShop, real: RealShop, args: OfMove): Promise<void> {
  const owner = ownerOf(model, args);
  const shipment = oneOf(owner.shipments, args.shipment);
  const parcel = { carrier: 'Canada Post', trackingNumber: '1Z' };
  const body = { status: args.to, ...(args.to === 'shipped' ? parcel : {}) };
  const expected = model.move(owner, shipment, args.to);
  // The model does not know which payments look risky: a user who pays with three cards in a day.
  await real.releaseHeld(shipment.id);
  await expectOf(
    real.call('moderator', 'PATCH', `/admin/shipments/${shipment.id}`, body),
    expected,
  );
}

const moveShipment = step<OfMove>(
  'move a shipment',
  {
    who,
    whose: fc.constant(null),
    shipment: pick,
    to: fc.constantFrom('packed', 'shipped', 'delivered', 'cancelled'),
  },
  moveParcel,
  hasShipments,
);

const loseCard = step<{ who: number; card: number }>(
  'lose a card',
  { who, card: pick },
  async (model, real, args) => {
    const owner = model.people[args.who]!;
    const card = oneOf(owner.cards, args.card);
    const expected = model.loseCard(owner, card);
    const body = { reason: 'missing', method: 'credits', amount: decimal(lossOf(card)) };
    await expectOf(real.call('admin', 'POST', `/admin/cards/${card.id}/loss`, body), expected);
  },
  (model, args) => model.people[args.who]!.cards.length > 0,
);

const loseParcel = step<OfShipment>(
  'lose a parcel',
  { who, whose: fc.constant(null), shipment: pick },
  async (model, real, args) => {
    const owner = ownerOf(model, args);
    const shipment = oneOf(owner.shipments, args.shipment);
    const before = owner.wallet.balance;
    const expected = model.loseParcel(owner, shipment);
    const body = { method: 'credits', amount: decimal(owner.wallet.balance - before) };
    await expectOf(
      real.call('admin', 'POST', `/admin/shipments/${shipment.id}/loss`, body),
      expected,
    );
  },
  hasShipments,
);

/** Makes a step in which an operator acts on cards that are locked because their time was over. */
function byHand(
  name: string,
  caller: 'moderator' | 'admin',
  path: string,
  decide: (model: ModelShop, owner: ModelPerson, cards: ModelCard[]) => Outcome[],
) {
  return step<{ who: number; picks: number[] }>(
    name,
    { who, picks },
    async (model, real, args) => {
      const owner = model.people[args.who]!;
      const cards = someOf(owner.cards, args.picks);
      const outcomes = decide(model, owner, cards);
      const done = await expectOf(
        real.call<{ results: { code: Outcome | null }[] }>(caller, 'POST', path, {
          cardIds: cards.map((card) => card.id),
        }),
        'done',
      );
      expectSame(
        done!.results.map(({ code }) => code ?? 'done'),
        outcomes,
      );
    },
    (model, args) => model.people[args.who]!.cards.length > 0,
  );
}

const releaseCards = byHand(
  'release cards',
  'moderator',
  '/admin/cards/release',
  (model, owner, cards) => model.release(owner, cards),
);
const convertByHand = byHand(
  'convert cards by hand',
  'admin',
  '/admin/cards/convert',
  (model, owner, cards) => model.convertByHand(owner, cards),
);

const chooseConversion = step(
  'choose what becomes of cards',
  { who, converts: fc.boolean() },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const expected = decided(person, () => {
      person.converts = args.converts;
      return 'done';
    });
    const body = { autoConvertExpiredCards: args.converts };
    await expectOf(real.call(args.who, 'PUT', '/users/settings/preferences', body), expected);
  },
);

const giveCredits = step(
  'give credits',
  { who, amount: fc.integer({ min: 1, max: 5_000 }) },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const expected = model.giveCredits(person, args.amount);
    const given = await expectOf(
      real.call<{ account_balance: number }>(
        'admin',
        'POST',
        `/users/credits?userId=${real.userIds[args.who]}`,
        { amount: decimal(args.amount), reason: REASON },
      ),
      expected,
    );
    if (given !== null) expectSame(cents(given.account_balance), person.wallet.balance);
  },
  () => true,
  true,
);

const lockOrUnlock = step(
  'lock or unlock',
  { who, locks: fc.boolean() },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const expected = person.isLocked === args.locks ? 'INVALID_TRANSITION' : 'done';
    person.isLocked = args.locks;
    const path = `/admin/users/${real.userIds[args.who]}/${args.locks ? 'lock' : 'unlock'}`;
    await expectOf(real.call('admin', 'POST', path, { reason: REASON }), expected);
    if (expected === 'done' && !args.locks) real.signOut(args.who);
  },
);

const withdrawPack = step('withdraw a pack', { type, pack: pick }, async (model, real, args) => {
  const known = model.types[args.type]!;
  const path = `/admin/stock/packs?packTypeId=${real.types[args.type]}&state=available&limit=100`;
  const response = real.call<{ packs: { id: string }[] }>('moderator', 'GET', path);
  const { packs } = (await expectOf(response, 'done'))!;
  expectSame(packs.length, known.forSale);
  if (packs.length === 0) return;
  const { id } = oneOf(packs, args.pack);
  known.forSale -= 1;
  known.withdrawn.push(id);
  await expectOf(
    real.call('admin', 'POST', `/admin/stock/packs/${id}/withdraw`, { reason: REASON }),
    'done',
  );
});

const putPackBack = step(
  'put a pack back',
  { type, pack: pick },
  async (model, real, args) => {
    const known = model.types[args.type]!;
    const id = oneOf(known.withdrawn, args.pack);
    known.withdrawn = known.withdrawn.filter((one) => one !== id);
    known.forSale += 1;
    await expectOf(
      real.call('admin', 'POST', `/admin/stock/packs/${id}/put-back`, { reason: REASON }),
      'done',
    );
  },
  (model, args) => model.types[args.type]!.withdrawn.length > 0,
);

export async function goOn(model: ModelShop, real: RealShop): Promise<void> {
  model.moveOn();
  await real.moveTo(model.moment);
}

const moveOn = step('move the clock on', {}, goOn, (model) => model.moment < MOMENTS_MS.length - 1);

export function often<T>(count: number, one: T): T[] {
  return Array.from({ length: count }, () => one);
}

/** All steps. Steps on which other steps depend come more often. */
export const STEPS = [
  ...often(3, buyWithCredits),
  ...often(3, buyByCard),
  beginCardPayment,
  ...often(2, payByCard),
  askAboutPayment,
  letGo,
  bringEvents,
  ...often(5, openPack),
  ...often(3, refund),
  ...often(4, sellCard),
  ...often(2, sellMany),
  ...often(2, convertMany),
  ...often(6, shipCards),
  ...often(6, cancelShipment),
  ...often(6, moveShipment),
  loseCard,
  ...often(2, loseParcel),
  ...often(5, moveOn),
  chooseConversion,
  ...often(2, releaseCards),
  ...often(2, convertByHand),
  giveCredits,
  lockOrUnlock,
  withdrawPack,
  ...often(2, putPackBack),
];
