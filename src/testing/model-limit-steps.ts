// Defines the steps of the model test about what people may buy: their limits and breaks, and the places where the shop
// sells.
import fc from 'fast-check';
import { reach } from './model-cases.ts';
import {
  MOMENTS_MS,
  NOVA_SCOTIA,
  QUEBEC,
  type ModelBreak,
  type ModelLimit,
  type ModelShop,
} from './model-shop.ts';
import {
  ask,
  begin,
  buy,
  buySealed,
  charge,
  decided,
  decimal,
  expectOf,
  expectSame,
  goOn,
  isFree,
  moveParcel,
  often,
  openOne,
  REASON,
  refundSealed,
  ship,
  step,
  who,
  type RealShop,
} from './model-steps.ts';

type OfLimit = { who: number; kind: ModelLimit; amount: number };

async function limit(model: ModelShop, real: RealShop, args: OfLimit): Promise<void> {
  const person = model.people[args.who]!;
  const expected = decided(person, () => model.setLimit(person, args.kind, args.amount));
  const body = { [args.kind]: decimal(args.amount) };
  await expectOf(real.call(args.who, 'PUT', '/users/limits', body), expected);
}

const setLimit = step<OfLimit>(
  'limit what one spends',
  {
    who,
    kind: fc.constantFrom('day', 'month'),
    amount: fc.constantFrom(0, 600, 1_200, 2_400, 5_000),
  },
  limit,
);

/**
 * A higher limit can be confirmed 24 to 72 hours after its request. No two moments are 24 to 72 hours apart, so the
 * shop always refuses.
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
type OfBreak = { who: number; kind: ModelBreak['kind'] };

export async function takeBreak(model: ModelShop, real: RealShop, args: OfBreak): Promise<void> {
  const { kind } = args;
  const nowMs = real.begunAt.getTime() + model.nowMs;
  const inHalfAYear = new Date(nowMs);
  inHalfAYear.setUTCMonth(inHalfAYear.getUTCMonth() + 6);
  const lengthMs = kind === 'half_year' ? inHalfAYear.getTime() - nowMs : HOURS[kind] * 60 * 60_000;
  const one = model.people[args.who]!;
  const expected = decided(one, () => model.takeBreak(one, { kind, lengthMs }));
  await expectOf(real.call(args.who, 'POST', '/users/breaks', { kind }), expected);
}

const exclude = (model: ModelShop, real: RealShop, person: number) =>
  takeBreak(model, real, { who: person, kind: 'half_year' });

const beginBreak = step<OfBreak>(
  'take a break',
  { who, kind: fc.constantFrom('day', 'week', 'month', 'half_year') },
  takeBreak,
);

async function letThrough(model: ModelShop, real: RealShop, args: { who: number }): Promise<void> {
  const path = `/admin/users/${real.userIds[args.who]}/let-through`;
  const expected = model.letThrough(model.people[args.who]!);
  await expectOf(real.call('admin', 'POST', path, { reason: REASON }), expected);
}

const letSomebodyThrough = step(
  'let somebody of an excluded home through',
  { who },
  letThrough,
  (model, args) => !model.people[args.who]!.isExcluded,
);

async function moveTo(
  model: ModelShop,
  real: RealShop,
  args: { who: number; home: string },
): Promise<void> {
  model.people[args.who]!.home = args.home;
  await real.liveIn(args.who, args.home);
}

const moveHouse = step(
  'move house',
  { who, home: fc.constantFrom(QUEBEC, NOVA_SCOTIA, NOVA_SCOTIA) },
  moveTo,
);

async function closeOrOpen(model: ModelShop, real: RealShop): Promise<void> {
  if (!model.closed.delete(NOVA_SCOTIA)) model.closed.add(NOVA_SCOTIA);
  await real.closePlaces([...model.closed]);
}

const changePlaces = step('close or open a place', {}, closeOrOpen);

/** An admin answers the person's question that the list shows first. */
async function decidePlaceOf(model: ModelShop, real: RealShop, person: number): Promise<void> {
  const listed = real.call<{ places: { id: string; region: string; user: { id: string } }[] }>(
    'moderator',
    'GET',
    '/admin/held-parcels',
  );
  const { places } = (await expectOf(listed, 'done'))!;
  const { id, region } = places.find(({ user }) => user.id === real.userIds[person])!;
  const { questions } = model.people[person]!;
  expectSame(questions.get(region), 'open');
  questions.set(region, 'answered');
  const path = `/admin/place-questions/${id}/answer`;
  await expectOf(real.call('admin', 'POST', path, { note: REASON }), 'done');
}

const decidePlace = step(
  'answer where a buyer lives',
  { who },
  (model, real, args) => decidePlaceOf(model, real, args.who),
  (model, args) => [...model.people[args.who]!.questions.values()].includes('open'),
);

// From here on each step is a whole scenario, such as to exclude oneself with a packed parcel. Single random steps would
// rarely reach it.

/** Ships the first card that a person has here. */
async function shipOne(
  model: ModelShop,
  real: RealShop,
  person: number,
  isToQuebec = false,
): Promise<void> {
  const card = model.people[person]!.cards.findIndex(({ status }) => status === 'available');
  await ship(model, real, { who: person, whose: null, picks: [card], isToQuebec });
}

const canShip = (model: Readonly<ModelShop>, index: number) => {
  const { cards, wallet } = model.people[index]!;
  return (
    isFree(model, index) &&
    wallet.balance >= 800 &&
    cards.some(({ status }) => status === 'available')
  );
};
/** Whether a person can buy packs of the first type by card. */
const canBuy = (model: Readonly<ModelShop>, index: number, packs: number) =>
  isFree(model, index) && model.types[0]!.forSale >= packs;

const ONE = { type: 0, quantity: 1 };

const packedParcel = step(
  'exclude oneself with a packed parcel',
  { who },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    await shipOne(model, real, args.who);
    const parcel = { ...args, whose: null, shipment: person.shipments.length - 1 };
    await moveParcel(model, real, { ...parcel, to: 'packed' });
    await exclude(model, real, args.who);
    await moveParcel(model, real, { ...parcel, to: 'shipped' });
    reach('excluded with a packed parcel', person.shipments.at(-1)!.status === 'shipped');
  },
  (model, args) => canShip(model, args.who),
);

/**
 * A person who is excluded can return a sealed pack although a pack of its type was opened since. Nobody else can do
 * that.
 */
const sealedPacks = step(
  'exclude oneself with sealed packs',
  { who },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    await buySealed(model, real, { ...args, type: 0, quantity: 2 });
    const order = person.orders.length - 1;
    await exclude(model, real, args.who);
    await openOne(model, real, { ...args, whose: null, order, pack: 0 });
    await refundSealed(model, real, { ...args, order, byAdmin: false });
    reach('excluded with sealed packs', person.orders[order]!.refunded !== null);
  },
  (model, args) => canBuy(model, args.who, 2),
);

const flatmates = step(
  'exclude oneself with a flatmate',
  { who, next: fc.integer({ min: 1, max: 2 }) },
  async (model, real, args) => {
    const other = (args.who + args.next) % 3;
    for (const one of [args.who, other]) await shipOne(model, real, one);
    await exclude(model, real, args.who);
    await begin(model, real, { who: other, ...ONE });
    await letThrough(model, real, { who: other });
    await begin(model, real, { who: other, ...ONE });
    const { likeExcluded } = model.people[other]!;
    reach(
      'flatmate of somebody excluded',
      likeExcluded.get(model.people[args.who]!) === 'let through',
    );
  },
  (model, { who: first, next }) => canShip(model, first) && canShip(model, (first + next) % 3),
);

const leaveAndComeBack = step('leave while excluded, and come back', {}, async (_model, real) => {
  expectSame(await real.leaveAndComeBack(), 'NOT_SOLD_TO_ACCOUNT');
  reach('leaving and coming back', true);
});

const loweredLimit = step(
  'lower a limit under an open payment',
  { who, isPaid: fc.boolean() },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    await begin(model, real, { ...args, ...ONE });
    if (args.isPaid) await charge(real, person.hold!, false);
    await limit(model, real, { ...args, kind: 'day', amount: 600 });
    reach('limit lowered under an open payment', person.hold === null);
  },
  (model, args) => canBuy(model, args.who, 1),
);

const DAYS_30_MS = 30 * 24 * 60 * 60_000;

const monthsEnd = step(
  'reach a limit for a month, and let the month pass',
  { who },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const begunAtMs = model.nowMs;
    await limit(model, real, { ...args, kind: 'month', amount: 1_200 });
    await buySealed(model, real, { ...args, ...ONE });
    await buySealed(model, real, { ...args, ...ONE });
    while (model.nowMs - begunAtMs < DAYS_30_MS) await goOn(model, real);
    const bought = person.orders.length;
    await buySealed(model, real, { ...args, ...ONE });
    reach('month’s end', person.orders.length > bought);
  },
  (model, args) => canBuy(model, args.who, 2) && model.moment < MOMENTS_MS.length - 2,
);

const pausesInARow = step(
  'take one pause after the other',
  { who },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const pause = () => takeBreak(model, real, { ...args, kind: 'month' });
    await pause();
    while (person.breakEndsAtMs > model.nowMs) await goOn(model, real);
    await pause();
    while (person.breakEndsAtMs > model.nowMs) await goOn(model, real);
    await pause();
    reach('pauses in a row', person.stillForPausesMs === 2 * DAYS_30_MS);
  },
  (model, args) => isFree(model, args.who) && model.moment < 2,
);

const closedUnderPayment = step(
  'close a place under an open payment',
  { who },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const bought = person.orders.length;
    await moveTo(model, real, { ...args, home: NOVA_SCOTIA });
    await begin(model, real, { ...args, ...ONE });
    await closeOrOpen(model, real);
    await begin(model, real, { ...args, ...ONE });
    await charge(real, person.hold!, false);
    await ask(model, real, args.who);
    reach('place closed under an open payment', person.orders.length > bought);
    await closeOrOpen(model, real);
  },
  (model, args) => canBuy(model, args.who, 1) && !model.closed.has(NOVA_SCOTIA),
);

const movedAway = step(
  'move to a closed place with a sealed pack',
  { who },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const home = person.home ?? NOVA_SCOTIA;
    await buySealed(model, real, { ...args, ...ONE });
    await moveTo(model, real, { ...args, home: QUEBEC });
    await buy(model, real, { ...args, ...ONE });
    const order = person.orders.length - 1;
    await openOne(model, real, { ...args, whose: null, order, pack: 0 });
    reach('moved to a closed place', person.orders[order]!.opened.size === 1);
    await moveTo(model, real, { ...args, home });
  },
  (model, args) => canBuy(model, args.who, 1),
);

const parcelAway = step(
  'send a parcel to a closed place',
  { who },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    await shipOne(model, real, args.who, true);
    await begin(model, real, { ...args, ...ONE });
    reach('parcel to a closed place', person.questions.get(QUEBEC) === 'open');
    await decidePlaceOf(model, real, args.who);
  },
  (model, args) => canShip(model, args.who) && model.people[args.who]!.questions.size === 0,
);

/** All steps about limits, breaks and places. */
export const LIMIT_STEPS = [
  ...often(2, setLimit),
  raiseLimit,
  ...often(2, beginBreak),
  letSomebodyThrough,
  moveHouse,
  changePlaces,
  ...often(2, decidePlace),
];

/** The scenarios, which only a long test plays. */
export const LONG_LIMIT_STEPS = [
  ...often(7, packedParcel),
  ...often(5, sealedPacks),
  ...often(24, flatmates),
  ...often(3, leaveAndComeBack),
  ...often(7, loweredLimit),
  ...often(6, monthsEnd),
  ...often(6, pausesInARow),
  ...often(6, closedUnderPayment),
  ...often(6, movedAway),
  ...often(8, parcelAway),
];
