// The shop's two processes are killed in turn while a crowd buys singles and mixed carts, returns them, sells them back
// and buys them again.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { inParallel, shuffled } from '../../src/testing/crowd.ts';
import { killShops, openShop, freePort } from '../../src/testing/process.ts';
import { putOnSale } from '../../src/testing/singles.ts';
import { stockPackType } from '../../src/testing/stock.ts';
import {
  Responses,
  countLost,
  decide,
  during,
  purchaseOf,
  type Completed,
  type Request,
  type ShopResponse,
} from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import {
  expectAuditZero,
  freshDatabase,
  makePeople,
  openWorld,
  stockOf,
  type Person,
  type World,
} from '../kit/world.ts';
import { CLIENTS, KILLS } from './harness/settings.ts';

afterEach(killShops);

const BUYERS = 500;
/** The copies that are sold alone, and as many that are sold in mixed carts, each with a pack. */
const COPIES = 50;
/** The number of rounds. After each round except the last, its buyers give their copies back. */
const ROUNDS = 4;
const CREDITS = 200;
/** The cost of a pack or a single, in cents: CAD 10.00 plus 8 % tax. */
const COST = 1080;
/** What a copy brings when it is sold back, in cents: half of its market value, which is less than half of its cost. */
const SALE_PRICE = 350;

type Bought = {
  packOpenings: { id: string; cards: { id: string }[] }[];
  singles: { cardId: string; singleId: string }[];
};

/** A buyer, and what they must own according to the responses they got. */
type Buyer = {
  person: Person;
  balance: number;
  cards: Map<string, 'available' | 'returned' | 'sold'>;
};

test('500 buyers want 50 singles and 50 mixed carts, give them back and buy again, the shops killed in between: each copy is sold once', async () => {
  const world = openWorld(await freshDatabase());
  const ports = [await freePort(), await freePort()];
  const shops = [
    await openShop(world.environment, { port: ports[0]! }),
    await openShop(world.environment, { port: ports[1]! }),
  ];
  const anyAddress = () => `http://127.0.0.1:${ports[Math.floor(Math.random() * ports.length)]}`;
  const [operator] = await makePeople(world, 1, 0);
  let onSale = await makeSingles(world, anyAddress(), operator!.userId, 2 * COPIES);
  const packTypes: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    packTypes.push(await stockPackType(world.context, { packs: COPIES, cardsAreMade: true }));
  const people = await makePeople(world, BUYERS, CREDITS);
  const buyers = people.map((person): Buyer => ({
    person,
    balance: CREDITS * 100,
    cards: new Map(),
  }));
  const responses = new Responses();
  const completed: Completed[] = [];
  const sold: string[] = [];
  const refusals: string[] = [];
  let actions = 0;

  const act = async <Data>(buyer: Buyer, request: Request): Promise<ShopResponse<Data>> => {
    const response = await decide<Data>(anyAddress(), buyer.person, request, responses);
    actions += 1;
    if (response.status === 200)
      completed.push({
        person: buyer.person,
        request: response.request,
        text: response.text,
        at: Date.now(),
        openingIds: [],
      });
    return response;
  };
  const buy = async (buyer: Buyer, singleId: string, packTypeId: string | null) => {
    const { body, ...purchase } = purchaseOf(packTypeId ?? '');
    const { status, code, data } = await act<Bought>(buyer, {
      ...purchase,
      body: { ...body, ...(packTypeId === null && { packs: [] }), singles: [singleId] },
    });
    if (status !== 200) {
      refusals.push(`${status} ${code}`);
      return null;
    }
    expect(data.singles.map((one) => one.singleId)).toEqual([singleId]);
    expect(data.packOpenings).toHaveLength(packTypeId === null ? 0 : 1);
    buyer.balance -= packTypeId === null ? COST : 2 * COST;
    for (const { id } of data.packOpenings.flatMap(({ cards }) => cards))
      buyer.cards.set(id, 'available');
    const [{ cardId }] = data.singles as [Bought['singles'][number]];
    buyer.cards.set(cardId, 'available');
    sold.push(singleId);
    return { buyer, cardId };
  };
  const giveBack = async (buyer: Buyer, cardId: string, isReturn: boolean) => {
    const request = isReturn
      ? { method: 'POST', path: `/cards/${cardId}/return`, body: {} }
      : { method: 'POST', path: '/cards/sell', body: { cardId, packOpeningId: cardId } };
    const { status, code } = await act(buyer, request);
    expect([status, code]).toEqual([200, null]);
    buyer.balance += isReturn ? COST : SALE_PRICE;
    buyer.cards.set(cardId, isReturn ? 'returned' : 'sold');
    await putOnSale(world, operator!.userId, cardId, { price: 1000 });
  };
  const buyAndGiveBack = async () => {
    for (const [round, packTypeId] of packTypes.entries()) {
      const [alone, mixed] = [onSale.slice(0, COPIES), onSale.slice(COPIES)];
      const wishes = shuffled(buyers).map((buyer, at) =>
        at % 2 === 0
          ? { buyer, singleId: alone[(at / 2) % COPIES]!, pack: null }
          : { buyer, singleId: mixed[((at - 1) / 2) % COPIES]!, pack: packTypeId },
      );
      const bought = await inParallel(wishes, CLIENTS, ({ buyer, singleId, pack }) =>
        buy(buyer, singleId, pack),
      );
      const got = bought.filter((one) => one !== null);
      expect(got).toHaveLength(2 * COPIES);
      expect(await stockOf(world, packTypeId)).toEqual({ opened: COPIES });
      if (round === ROUNDS - 1) return;
      await inParallel([...got.entries()], CLIENTS, ([at, { buyer, cardId }]) =>
        giveBack(buyer, cardId, at % 2 === 0),
      );
      onSale = got.map(({ cardId }) => cardId);
    }
  };
  const actionsInAll = ROUNDS * BUYERS + (ROUNDS - 1) * 2 * COPIES;
  const starts: number[] = [];
  await during(buyAndGiveBack, async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while (actions < (kill * actionsInAll) / (KILLS + 1)) await wait(5);
      const at = kill % shops.length;
      await shops[at]!.end('SIGKILL');
      shops[at] = await openShop(world.environment, { port: ports[at]! });
      starts.push(shops[at]!.startedInMs);
    }
  });

  const isReturn = ({ request }: Completed) => request.path.endsWith('/return');
  const lost =
    (await countLost(
      anyAddress,
      completed.filter((one) => !isReturn(one)),
    )) + (await countChanged(anyAddress, completed.filter(isReturn)));
  report('T31', 'singles, shops killed (SIGKILL)', [
    `${starts.length} kills of two processes, ${BUYERS} buyers, ${2 * COPIES} copies, ${ROUNDS} rounds`,
    `${count(actions)} actions, ${sold.length} sales of singles`,
    `${count(responses.countOf(0))} requests cut off and repeated`,
    `${count(responses.countOf(503))} "later"`,
    `ready again in ${seconds(Math.max(...starts))} at most`,
    `${completed.length} results sent again, ${lost} differ`,
    `${responses.faults.length} other 5xx`,
  ]);
  expect(responses.faults).toEqual([]);
  expect(starts).toHaveLength(KILLS);
  expect(responses.countOf(0)).toBeGreaterThan(0);
  expect(lost).toBe(0);
  expect(
    refusals.filter((one) => !/ (?:SINGLE|PACK)_UNAVAILABLE$/.test(one)),
    'nothing but the stock refuses a purchase',
  ).toEqual([]);
  expect(new Set(sold).size, 'each card of the house is sold once').toBe(sold.length);
  await expectBooks(world, buyers, sold);
  await expectAuditZero(world);
  await Promise.all(shops.map((shop) => shop.end('SIGTERM')));
  await world.close();
});

/**
 * Sends the returns again, and counts the responses that differ. The shop stores no responses to returns under keys.
 */
async function countChanged(address: () => string, returns: Completed[]): Promise<number> {
  const same = await inParallel(returns, 8, async ({ person, request, text }) => {
    const { data } = await decide(address(), person, request);
    return JSON.stringify(data) === JSON.stringify((JSON.parse(text) as { data: unknown }).data);
  });
  return same.filter((isSame) => !isSame).length;
}

/** Lets a user pull cards and sell them back, and puts these cards on sale. Returns their ids. */
async function makeSingles(
  world: World,
  address: string,
  operatorId: string,
  howMany: number,
): Promise<string[]> {
  const packTypeId = await stockPackType(world.context, { packs: howMany, purchaseLimit: null });
  const [seller] = await makePeople(world, 1, howMany * 20);
  return inParallel(Array.from({ length: howMany }), 8, async () => {
    const { data } = await decide<Bought>(address, seller!, purchaseOf(packTypeId));
    const [{ id: packOpeningId, cards }] = data.packOpenings as [Bought['packOpenings'][number]];
    const cardId = cards[2]!.id;
    const body = { cardId, packOpeningId };
    const sale = await decide(address, seller!, { method: 'POST', path: '/cards/sell', body });
    expect([sale.status, sale.code]).toEqual([200, null]);
    await putOnSale(world, operatorId, cardId, { price: 1000 });
    return cardId;
  });
}

/**
 * Expects that the database has what the buyers' responses say, and nothing else: each balance to the cent, each card,
 * and each sale. Each printed card belongs to one person, or to the shop.
 */
async function expectBooks({ owner }: World, buyers: Buyer[], sold: string[]): Promise<void> {
  const ids = buyers.map(({ person }) => person.userId);
  const { rows: accounts } = await owner.query<{ id: string; balance: number }>(
    'select owner_id as id, balance::int as balance from ledger_accounts where owner_id = any ($1)',
    [ids],
  );
  expect(new Map(accounts.map(({ id, balance }) => [id, balance]))).toEqual(
    new Map(buyers.map(({ person, balance }) => [person.userId, balance])),
  );
  const { rows: cards } = await owner.query<{ id: string; of: string; status: string }>(
    'select id, opened_by_id as of, status from physical_cards where opened_by_id = any ($1)',
    [ids],
  );
  expect(new Map(cards.map(({ id, of, status }) => [id, `${status} of ${of}`]))).toEqual(
    new Map(
      buyers.flatMap(({ person, cards: held }) =>
        [...held].map(([id, status]): [string, string] => [id, `${status} of ${person.userId}`]),
      ),
    ),
  );
  const { rows: sales } = await owner.query<{ id: string }>(
    `select id from house_cards where state = 'sold'`,
  );
  expect(new Set(sales.map(({ id }) => id))).toEqual(new Set(sold));
  const { rows: shared } = await owner.query(
    `select pack_id, position from (
       select pack_id, position from physical_cards where status in ('available', 'locked')
       union all
       select pack_id, position from house_cards where exited_at is null
     ) held group by pack_id, position having count(*) > 1`,
  );
  expect(shared, 'nothing is owned twice').toEqual([]);
}
