// The steps of the model test. Each step does the same to the shop and to the model, and compares the shop's answer
// with the model's.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer } from './app.ts';
import {
  MOMENTS_MS,
  NOVA_SCOTIA,
  QUEBEC,
  marketValueOf,
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

/** A user of the run, by number, or an operator. */
export type Who = number | 'moderator' | 'admin';

/** The shop as steps use it. */
export type RealShop = {
  begunAt: Date;
  /** The ids of the pack types, in the model's order. */
  types: string[];
  userIds: string[];
  call: <Data = unknown>(
    who: Who,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Answer<Data>>;
  /** Confirms a payment at the card provider, as a browser does. Returns the HTTP status. */
  charge: (
    intent: { paymentIntentId: string; clientSecret: string },
    paymentMethod: string,
  ) => Promise<number>;
  /** Posts all waiting events to the webhook. */
  bringEvents: () => Promise<void>;
  /** Moves the clock to a moment of `MOMENTS_MS` and runs the jobs that are due. */
  moveTo: (moment: number) => Promise<void>;
  /** Sets the home in a user's profile. */
  liveIn: (who: number, region: string) => Promise<void>;
  /** Saves the places where the shop does not sell. It sells everywhere else. */
  closePlaces: (regions: string[]) => Promise<void>;
  /** Signs a user out. Their next call signs in again. */
  signOut: (who: number) => void;
  /** The banks of dead cards send their refunds back, and the shop gets the events. */
  sendRefundsBack: () => Promise<void>;
  /** The bank decides about a disputed payment, and the shop gets the event. */
  decideDispute: (intentId: string, how: 'win' | 'lose') => Promise<void>;
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

/** Whether a person of the step owes the shop money. A debt pauses most of what a person can do. */
function owes(model: Readonly<ModelShop>, args: { who?: unknown; whose?: unknown }): boolean {
  return [args.who, args.whose].some(
    (one) => typeof one === 'number' && model.people[one]!.wallet.debt > 0,
  );
}

/** `mayOwe`: whether a person with a debt can do this step. */
export function step<Args extends object>(
  name: string,
  args: { [Name in keyof Args]: fc.Arbitrary<Args[Name]> },
  run: Run<Args>,
  isPossible: (model: Readonly<ModelShop>, args: Args) => boolean = () => true,
  mayOwe = false,
): fc.Arbitrary<fc.AsyncCommand<ModelShop, RealShop>> {
  return fc.record(args).map((drawn) => new Step(name, drawn as Args, isPossible, run, mayOwe));
}

/** Converts cents to the API's decimals, and back. */
export const decimal = (cents: number) => cents / 100;
export const cents = (amount: number) => Math.round(amount * 100);

export function expectSame(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected);
}

/** The data of a response. Fails unless the response is as expected. Returns null if the call was refused, as expected. */
export async function expectOf<Data>(
  answer: Promise<Answer<Data>>,
  expected: Outcome,
): Promise<Data | null> {
  const { body } = await answer;
  expectSame(body.success ? 'done' : body.error.code, expected);
  return body.success ? body.data : null;
}

/** The model's outcome. A locked user is always refused, without asking the model. */
export function decided(person: ModelPerson, decide: () => Outcome): Outcome {
  return person.isLocked ? 'UNAUTHORIZED' : decide();
}

export const who = fc.nat({ max: 2 });
/** The owner of the packs or cards in a step: mostly the user (null), sometimes another user. */
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

/** The sealed and opened packs of an order, as the owner sees them. */
async function packsOf(real: RealShop, owner: number, intentId: string): Promise<Purchased> {
  const answer = real.call<Purchased>(owner, 'GET', `/payments/purchased-packs/${intentId}`);
  return (await expectOf(answer, 'done'))!;
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

async function begin(model: ModelShop, real: RealShop, args: OfPurchase): Promise<void> {
  const person = model.people[args.who]!;
  const known = person.hold?.intentId;
  const expected = decided(person, () => model.holdForCard(person, args.type, args.quantity));
  const body = { packs: [{ packId: real.types[args.type], quantity: args.quantity }] };
  const answer = real.call<Intent>(args.who, 'POST', '/payments/create-payment-intent', body);
  const intent = await expectOf(answer, expected);
  if (intent === null) return;
  expectSame(cents(intent.amount), model.total(args.type, args.quantity, true));
  const hold = person.hold!;
  // The same request must give the same payment.
  expectSame(intent.paymentIntentId === known, hold.intentId !== '');
  hold.intentId = intent.paymentIntentId;
  hold.clientSecret = intent.clientSecret;
}

async function charge(real: RealShop, hold: ModelHold, isDeclined: boolean): Promise<void> {
  const intent = { paymentIntentId: hold.intentId, clientSecret: hold.clientSecret };
  const card = isDeclined ? 'pm_card_chargeDeclined' : 'pm_card_visa';
  expectSame(await real.charge(intent, card), isDeclined ? 402 : 200);
  hold.isPaid = !isDeclined;
}

/** Asks for the result of the payment, as the browser does. */
async function ask(model: ModelShop, real: RealShop, owner: number): Promise<void> {
  const person = model.people[owner]!;
  const { intentId } = person.hold!;
  const expected = model.payDebts(person);
  const { status } = await packsOf(real, owner, intentId);
  expectSame(status, expected);
}

const buyByCard = step('buy by card', { who, type, quantity }, async (model, real, args) => {
  await begin(model, real, args);
  const { hold, isLocked } = model.people[args.who]!;
  if (hold === null || hold.isPaid) return;
  await charge(real, hold, false);
  if (!isLocked) await ask(model, real, args.who);
});

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

const openPack = step(
  'open a pack',
  { who, whose, order: pick, pack: pick },
  async (model, real, args) => {
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
    const answer = real.call<WireOpening>(args.who, 'POST', `/packs/${packId}/open`);
    const opening = await expectOf(answer, expected);
    if (opening === null) return;
    const before = order.opened.get(packId);
    // A repeated call must answer the same opening.
    if (before !== undefined) return expectSame(opening.id, before);
    checkOpened(opening);
    model.reveal(owner, order.type, inCents(opening));
    order.opened.set(packId, opening.id);
  },
  (model, args) => ownerOf(model, args).orders.length > 0 && !ownerOf(model, args).isLocked,
);

const refund = step(
  'refund what is not opened',
  { who, order: pick, byAdmin: fc.boolean() },
  async (model, real, args) => {
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
  },
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

/** Sells or converts several cards. Each succeeds or fails on its own. */
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

const shipCards = step<OfParcel>(
  'ship cards',
  { who, whose, picks, isToQuebec: fc.integer({ min: 0, max: 4 }).map((one) => one === 0) },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const cards = someOf(ownerOf(model, args).cards, args.picks);
    const expected = decided(person, () => model.ship(person, cards, args.isToQuebec));
    const body = {
      cardGroups: cards.map((card) => ({ packOpeningId: card.openingId, cardIds: [card.id] })),
      shippingAddress: { ...ADDRESS, ...(args.isToQuebec && { state: 'QC' }) },
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
  },
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

const moveShipment = step<
  OfShipment & { to: Exclude<ModelShipment['status'], 'requested' | 'lost'> }
>(
  'move a shipment',
  {
    who,
    whose: fc.constant(null),
    shipment: pick,
    to: fc.constantFrom('packed', 'shipped', 'delivered', 'cancelled'),
  },
  async (model, real, args) => {
    const owner = ownerOf(model, args);
    const shipment = oneOf(owner.shipments, args.shipment);
    const parcel = { carrier: 'Canada Post', trackingNumber: '1Z' };
    const body = { status: args.to, ...(args.to === 'shipped' ? parcel : {}) };
    const expected = model.move(owner, shipment, args.to);
    await expectOf(
      real.call('moderator', 'PATCH', `/admin/shipments/${shipment.id}`, body),
      expected,
    );
  },
  hasShipments,
);

const loseCard = step<{ who: number; card: number }>(
  'lose a card',
  { who, card: pick },
  async (model, real, args) => {
    const owner = model.people[args.who]!;
    const card = oneOf(owner.cards, args.card);
    const expected = model.loseCard(owner, card);
    const body = { reason: 'missing', method: 'credits', amount: decimal(marketValueOf(card)) };
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

/** An operator's action on cards that are locked because their time was over. */
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

const setLimit = step(
  'limit what one spends',
  {
    who,
    kind: fc.constantFrom('day', 'month'),
    amount: fc.constantFrom(0, 600, 1_200, 2_400, 5_000),
  },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const expected = decided(person, () => model.setLimit(person, args.kind, args.amount));
    const body = { [args.kind]: decimal(args.amount) };
    await expectOf(real.call(args.who, 'PUT', '/users/limits', body), expected);
  },
);

/**
 * A higher limit can be confirmed 24 to 72 hours after its request. No two moments are that far apart, so the shop always
 * refuses.
 */
const raiseLimit = step(
  'say yes to a higher limit',
  { who, kind: fc.constantFrom('day', 'month') },
  async (model, real, { who: person, kind }) => {
    const expected = decided(model.people[person]!, () => 'INVALID_TRANSITION');
    await expectOf(real.call(person, 'POST', '/users/limits/raise', { kind }), expected);
  },
);

const HOURS = { day: 24, week: 7 * 24, month: 30 * 24 };

const takeBreak = step(
  'take a break',
  { who, kind: fc.constantFrom('day', 'week', 'month', 'half_year') },
  async (model, real, { who: person, kind }) => {
    const nowMs = real.begunAt.getTime() + model.nowMs;
    const inHalfAYear = new Date(nowMs);
    inHalfAYear.setUTCMonth(inHalfAYear.getUTCMonth() + 6);
    const lengthMs =
      kind === 'half_year' ? inHalfAYear.getTime() - nowMs : HOURS[kind] * 60 * 60_000;
    const one = model.people[person]!;
    const expected = decided(one, () => model.takeBreak(one, { kind, lengthMs }));
    await expectOf(real.call(person, 'POST', '/users/breaks', { kind }), expected);
  },
);

const letThrough = step(
  'let somebody of an excluded home through',
  { who },
  async (model, real, args) => {
    const path = `/admin/users/${real.userIds[args.who]}/let-through`;
    const expected = model.letThrough(model.people[args.who]!);
    await expectOf(real.call('admin', 'POST', path, { reason: REASON }), expected);
  },
  (model, args) => !model.people[args.who]!.isExcluded,
);

const moveHouse = step(
  'move house',
  { who, home: fc.constantFrom(QUEBEC, NOVA_SCOTIA, NOVA_SCOTIA) },
  async (model, real, args) => {
    model.people[args.who]!.home = args.home;
    await real.liveIn(args.who, args.home);
  },
);

const closeOrOpen = step('close or open a place', {}, async (model, real) => {
  if (!model.closed.delete(NOVA_SCOTIA)) model.closed.add(NOVA_SCOTIA);
  await real.closePlaces([...model.closed]);
});

const answerQuestion = step(
  'answer where a buyer lives',
  { who },
  async (model, real, args) => {
    const answer = real.call<{ places: { id: string; user: { id: string } }[] }>(
      'moderator',
      'GET',
      '/admin/held-parcels',
    );
    const { places } = (await expectOf(answer, 'done'))!;
    const { id } = places.find(({ user }) => user.id === real.userIds[args.who])!;
    model.people[args.who]!.question = 'answered';
    const path = `/admin/place-questions/${id}/answer`;
    await expectOf(real.call('admin', 'POST', path, { note: REASON }), 'done');
  },
  (model, args) => model.people[args.who]!.question === 'open',
);

const withdrawPack = step('withdraw a pack', { type, pack: pick }, async (model, real, args) => {
  const known = model.types[args.type]!;
  const path = `/admin/stock/packs?packTypeId=${real.types[args.type]}&state=available&limit=100`;
  const answer = real.call<{ packs: { id: string }[] }>('moderator', 'GET', path);
  const { packs } = (await expectOf(answer, 'done'))!;
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

const moveOn = step(
  'move the clock on',
  {},
  async (model, real) => {
    model.moveOn();
    await real.moveTo(model.moment);
  },
  (model) => model.moment < MOMENTS_MS.length - 1,
);

export function often<T>(count: number, one: T): T[] {
  return Array.from({ length: count }, () => one);
}

/** All steps. Steps that other steps need come more often. */
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
  ...often(2, setLimit),
  raiseLimit,
  ...often(2, takeBreak),
  letThrough,
  moveHouse,
  closeOrOpen,
  ...often(2, answerQuestion),
  withdrawPack,
  ...often(2, putPackBack),
];
