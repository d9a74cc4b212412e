// Defines the steps of the model test about singles: cards of the house that are sold one by one and returned.
import fc from 'fast-check';
import {
  cents,
  decided,
  expectOf,
  expectSame,
  often,
  oneOf,
  pick,
  step,
  who,
} from './model-steps.ts';

type Bought = { updatedBalance: number; singles: { cardId: string; paid: number }[] };

const price = fc.integer({ min: 5, max: 2_000 });

/** Puts a card on sale that somebody sold back, converted or returned. */
const putOnSale = step(
  'put a single on sale',
  { pick, price },
  async (model, real, args) => {
    const card = oneOf(model.cameBack, args.pick);
    await real.putOnSale(card.id, args.price);
    model.putOnSale(card, args.price);
  },
  (model) => model.cameBack.length > 0,
);

const buySingle = step(
  'buy a single',
  { who, pick },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const single = oneOf(model.singles, args.pick);
    const expected = decided(person, () => model.buySingle(person, single));
    const body = { packs: [], singles: [single.id], paymentMethod: 'balance' };
    const path = '/payments/purchase-with-balance';
    const bought = await expectOf(real.call<Bought>(args.who, 'POST', path, body), expected);
    if (bought === null) return;
    const [{ cardId, paid }] = bought.singles as [Bought['singles'][number]];
    expectSame(cents(bought.updatedBalance), person.wallet.balance);
    expectSame(cents(paid), single.price);
    const card = person.cards.at(-1)!;
    card.id = cardId;
    card.openingId = cardId;
  },
  (model) => model.singles.length > 0,
);

const returnSingle = step(
  'return a single',
  { who, owner: who, pick },
  async (model, real, args) => {
    const person = model.people[args.who]!;
    const bought = model.people[args.owner]!.cards.filter((card) => card.bought !== null);
    const card = oneOf(bought, args.pick);
    const expected = decided(person, () => model.returnSingle(person, card));
    const path = `/cards/${card.id}/return`;
    const returned = await expectOf(
      real.call<{ amount: number }>(args.who, 'POST', path, {}),
      expected,
    );
    if (returned !== null) expectSame(cents(returned.amount), card.bought!.total);
  },
  (model, args) => model.people[args.owner]!.cards.some((card) => card.bought !== null),
);

export const SINGLE_STEPS = [
  ...often(4, putOnSale),
  ...often(6, buySingle),
  ...often(3, returnSingle),
];
