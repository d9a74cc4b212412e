// Defines the steps of the model test about bought and earned credits: top-ups, gifts for top-ups, credits that are
// given back, and debt.
import fc from 'fast-check';
import {
  buy,
  cents,
  decided,
  decimal,
  expectOf,
  expectSame,
  isFree,
  often,
  oneOf,
  pick,
  REASON,
  step,
  who,
  type RealShop,
} from './model-steps.ts';
import { reach } from './model-cases.ts';
import { takeBreak } from './model-limit-steps.ts';
import type { ModelShop, Outcome } from './model-shop.ts';
import type { ModelTopUp } from './model-wallet.ts';

const CARDS = {
  visa: 'pm_card_visa',
  mastercard: 'pm_card_mastercard',
  dead: 'pm_card_refundFail',
  disputing: 'pm_card_createDispute',
} as const;

const FEE_FIXED = 50;
const feeOf = (amount: number) => Math.floor((amount * 35 + 500) / 1000) + FEE_FIXED;

type Begun = {
  transaction: { id: string };
  paymentIntentId: string;
  clientSecret: string;
  fee: number;
};
type BoughtTopUp = ModelTopUp & { intentId: string };

/** Buys credits by card. If the shop refuses, as expected, returns null. */
async function topUp(
  model: ModelShop,
  real: RealShop,
  args: { who: number; amount: number; card: ModelTopUp['card'] },
): Promise<BoughtTopUp | null> {
  const person = model.people[args.who]!;
  const { amount, card } = args;
  const body = { amount: decimal(amount), currency: 'CAD', paymentMethod: 'stripe' };
  const begun = await expectOf(
    real.call<Begun>(args.who, 'POST', '/transactions/credits', body),
    decided(person, () => model.beginTopUp(person, amount + feeOf(amount))),
  );
  if (begun === null) return null;
  expectSame(cents(begun.fee), feeOf(amount));
  expectSame(await real.charge(begun, CARDS[card]), 200);
  const { id } = begun.transaction;
  const path = `/transactions/${id}`;
  const paid = await expectOf(real.call<{ status: string }>(args.who, 'GET', path), 'done');
  expectSame(paid!.status, 'completed');
  const bought = {
    id,
    card,
    amount,
    fee: feeOf(amount),
    back: 0,
    begunAtMs: model.nowMs,
    bank: 'none' as const,
    intentId: begun.paymentIntentId,
  };
  person.wallet.buy(bought);
  return bought;
}

/**
 * How an operator replaces a failed refund, and how an operator decides a request for credits that the button alone
 * can't give back.
 */
type Decisions = { method: 'credits' | 'transfer'; decision: 'paid' | 'refused' };
const decisions = {
  method: fc.constantFrom<Decisions['method']>('credits', 'transfer'),
  decision: fc.constantFrom<Decisions['decision']>('paid', 'refused'),
};

type Parts = { bought: number; earned: number; toCards: { total: number }; cardless: number };
type OfPress = { who: number } & Decisions;

/**
 * Presses "Give back unspent credits". If that makes a request, an operator decides the request. Then the operator
 * replaces the refunds that fail.
 */
async function press(model: ModelShop, real: RealShop, args: OfPress): Promise<void> {
  const person = model.people[args.who]!;
  const { wallet } = person;
  const way = wallet.wayBack(model.nowMs);
  const isDone = way === 'returns' || way === 'asks' || way === 'nothing';
  const { backs } = wallet;
  reach(
    'credits given by an operator for a top-up',
    way === 'returns' && backs.some(({ gift }) => gift > 0),
  );
  reach(
    'two top-ups on two cards',
    way === 'returns' && new Set(backs.map(({ topUp: { card } }) => card)).size > 1,
  );
  const total = backs.reduce((all, back) => all + back.total, 0);
  const body = way === 'returns' ? { amount: decimal(total) } : {};
  const pressed = await expectOf(
    real.call<Parts>(args.who, 'POST', '/users/credits/return', body),
    decided(person, (): Outcome => (isDone ? 'done' : way)),
  );
  if (pressed === null) return;
  if (way === 'returns') {
    wallet.pressed(model.nowMs);
    await goBack(model, real, args);
  }
  if (way === 'asks') await decideRequest(model, real, args, total);
  const parts = await expectOf(real.call<Parts>(args.who, 'GET', '/users/credits/parts'), 'done');
  const { bought, balance, cardless } = wallet;
  expectSame([parts!.bought, parts!.earned, parts!.cardless].map(cents), [
    bought,
    balance - bought,
    cardless,
  ]);
}

/** Lets an operator decide a request to give credits back. `total`: the sum that would go back to cards. */
async function decideRequest(
  model: ModelShop,
  real: RealShop,
  args: OfPress,
  total: number,
): Promise<void> {
  const { wallet } = model.people[args.who]!;
  const listed = await expectOf(
    real.call<{ id: string; user: { id: string }; toCards: number; cardless: number }[]>(
      'moderator',
      'GET',
      '/admin/credit-requests',
    ),
    'done',
  );
  const request = listed!.find(({ user }) => user.id === real.userIds[args.who])!;
  expectSame([request.toCards, request.cardless].map(cents), [total, wallet.cardless]);
  const { decision } = args;
  const body = { decision, reason: REASON, ...(wallet.cardless > 0 && { reference: 'Cheque' }) };
  await expectOf(real.call('admin', 'POST', `/admin/credit-requests/${request.id}`, body), 'done');
  if (decision === 'refused') return;
  wallet.payCardless();
  await goBack(model, real, args);
}

/**
 * Gives bought credits back to the cards that paid for them. A refund to a dead card fails, and an operator replaces
 * it.
 */
async function goBack(model: ModelShop, real: RealShop, args: OfPress): Promise<void> {
  const { wallet } = model.people[args.who]!;
  const dead = wallet.returnToCards().filter(({ topUp: { card } }) => card === 'dead');
  if (dead.length === 0) return;
  for (const one of model.people) model.payDebts(one);
  await real.sendRefundsBack();
  const questions = await expectOf(
    real.call<{ failedRefunds: { id: string; user: { id: string }; amount: number }[] }>(
      'moderator',
      'GET',
      '/admin/money-questions',
    ),
    'done',
  );
  const failed = questions!.failedRefunds.filter(({ user }) => user.id === real.userIds[args.who]);
  const inOrder = (amounts: number[]) => amounts.toSorted((a, b) => a - b);
  expectSame(
    inOrder(failed.map(({ amount }) => cents(amount))),
    inOrder(dead.map(({ total }) => total)),
  );
  for (const { id, amount } of failed) {
    const { method } = args;
    const body = { method, reason: REASON, ...(method === 'transfer' && { reference: 'Cheque' }) };
    await expectOf(real.call('admin', 'POST', `/admin/refunds/${id}/replace`, body), 'done');
    if (method === 'credits') wallet.compensate(cents(amount));
    reach('failed refund replaced by credits', method === 'credits');
  }
}

/** Buys packs with credits. If enough packs are for sale, the buyer has only a few dollars left. */
async function spendMost(model: ModelShop, real: RealShop, buyer: number): Promise<void> {
  for (const [type, quantity] of [
    [0, 3],
    [0, 1],
    [0, 1],
    [1, 2],
    [1, 1],
  ] as const) {
    await buy(model, real, { who: buyer, type, quantity });
  }
}

const amount = fc.integer({ min: 1_000, max: 5_000 });

const buyCredits = step(
  'top up',
  { who, amount, card: fc.constantFrom<ModelTopUp['card']>('visa', 'mastercard', 'dead') },
  async (model, real, args) => void (await topUp(model, real, args)),
  () => true,
  true,
);

const giveBackCredits = step(
  'give back unspent credits',
  { who, ...decisions },
  press,
  () => true,
  true,
);

const importCredits = step(
  'import credits from another shop',
  { who, amount, kind: fc.constantFrom('bought' as const, 'earned' as const) },
  async (model, real, args) => {
    const { wallet } = model.people[args.who]!;
    await real.importCredits(args.who, args.amount, args.kind);
    if (args.kind === 'bought') wallet.compensate(args.amount);
    else wallet.earn(args.amount);
  },
  () => true,
  true,
);

async function giveFor(
  model: ModelShop,
  real: RealShop,
  args: { who: number; amount: number; topUp: ModelTopUp },
): Promise<void> {
  const person = model.people[args.who]!;
  const expected = model.giveForTopUp(person, args.amount, args.topUp);
  const given = await expectOf(
    real.call<{ account_balance: number }>(
      'admin',
      'POST',
      `/users/credits?userId=${real.userIds[args.who]}`,
      { amount: decimal(args.amount), reason: REASON, topUpId: args.topUp.id },
    ),
    expected,
  );
  if (given !== null) expectSame(cents(given.account_balance), person.wallet.balance);
}

const giveForTopUp = step(
  'give credits for a top-up',
  { who, amount, topUp: pick },
  (model, real, args) =>
    giveFor(model, real, {
      ...args,
      topUp: oneOf(model.people[args.who]!.wallet.topUps, args.topUp),
    }),
  (model, args) => model.people[args.who]!.wallet.topUps.length > 0,
  true,
);

const giveForTopUpAndReturn = step(
  'get credits for a top-up, and give it back',
  { who, amount, gift: amount, quantity: fc.integer({ min: 1, max: 3 }), ...decisions },
  async (model, real, args) => {
    const bought = await topUp(model, real, { ...args, card: 'visa' });
    await giveFor(model, real, { who: args.who, amount: args.gift, topUp: bought! });
    await buy(model, real, { ...args, type: 0 });
    await press(model, real, args);
  },
  (model, args) => isFree(model, args.who),
);

const twoCards = step(
  'top up with two cards, spend, and give the rest back',
  { who, amount, second: amount, quantity: fc.integer({ min: 1, max: 3 }), ...decisions },
  async (model, real, args) => {
    await topUp(model, real, { ...args, card: 'visa' });
    await topUp(model, real, { ...args, amount: args.second, card: 'mastercard' });
    await buy(model, real, { ...args, type: 0 });
    await press(model, real, args);
  },
  (model, args) => isFree(model, args.who),
);

const tenTimes = step(
  'top up and give back ten times',
  { who, ...decisions },
  async (model, real, args) => {
    for (let at = 0; at < 10; at += 1) {
      await topUp(model, real, { ...args, amount: 1_000 + at, card: 'visa' });
      await press(model, real, args);
    }
    reach('ten top-ups and refunds', true);
  },
  (model, args) => isFree(model, args.who),
);

const deadCard = step(
  'spend a dead card’s top-up to a few dollars, and give them back',
  { who, ...decisions },
  async (model, real, args) => {
    await topUp(model, real, { ...args, amount: 1_400, card: 'dead' });
    await spendMost(model, real, args.who);
    const { bought } = model.people[args.who]!.wallet;
    reach('a few dollars bought with a dead card', bought > 0 && bought <= 500);
    await press(model, real, args);
  },
  (model, args) => isFree(model, args.who),
);

const disputedTwice = step(
  'spend two top-ups that a bank takes back',
  { who, wins: fc.boolean(), ...decisions },
  async (model, real, args) => {
    const { wallet } = model.people[args.who]!;
    const first = (await topUp(model, real, { ...args, amount: 1_000, card: 'disputing' }))!;
    const second = (await topUp(model, real, { ...args, amount: 1_100, card: 'disputing' }))!;
    await spendMost(model, real, args.who);
    for (const one of model.people) model.payDebts(one);
    await real.bringEvents();
    first.bank = 'disputed';
    second.bank = 'disputed';
    await real.decideDispute(first.intentId, 'lose');
    wallet.lose(first);
    reach('debt with an open dispute', wallet.debt > 0);
    await press(model, real, args);
    await real.decideDispute(second.intentId, args.wins ? 'win' : 'lose');
    if (args.wins) second.bank = 'none';
    else wallet.lose(second);
  },
  (model, args) => isFree(model, args.who),
);

const excludedInDispute = step(
  'exclude oneself with an open dispute',
  { who, wins: fc.boolean(), ...decisions },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const disputed = (await topUp(model, real, { ...args, amount: 1_000, card: 'disputing' }))!;
    await spendMost(model, real, args.who);
    for (const one of model.people) model.payDebts(one);
    await real.bringEvents();
    disputed.bank = 'disputed';
    await takeBreak(model, real, { ...args, kind: 'half_year' });
    await press(model, real, args);
    const body = { packId: real.types[0], quantity: 1 };
    await expectOf(real.call(args.who, 'POST', '/packs/purchase', body), 'ACCOUNT_PAUSED');
    await real.decideDispute(disputed.intentId, args.wins ? 'win' : 'lose');
    if (args.wins) disputed.bank = 'none';
    else person.wallet.lose(disputed);
    reach('excluded with an open dispute', person.isExcluded);
    if (person.wallet.debt === 0) await buy(model, real, { ...args, type: 0, quantity: 1 });
  },
  (model, args) => isFree(model, args.who),
);

/** All steps about credits. */
export const CREDIT_STEPS = [
  ...often(2, buyCredits),
  ...often(2, giveBackCredits),
  importCredits,
  giveForTopUp,
  ...often(2, giveForTopUpAndReturn),
  ...often(2, twoCards),
  tenTimes,
  ...often(2, deadCard),
  ...often(2, disputedTwice),
];

/** The steps of a long test. */
export const LONG_CREDIT_STEPS = [
  ...often(4, giveForTopUpAndReturn),
  ...often(3, tenTimes),
  ...often(5, deadCard),
  ...often(9, disputedTwice),
  ...often(3, excludedInDispute),
];
