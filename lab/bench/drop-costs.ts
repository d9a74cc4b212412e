// Measures the cost of drops, on one shop in one run. Takes in and buys packs of types that are on sale as drops and
// of loose types, one kind after the other, and compares the costs. With another clone, also measures all types that
// the clone sells.
import type { Asking, Figures, Next, Side } from './load.ts';
import { add, load, none } from './load.ts';
import { packTypeOf, type ToSeed } from './seeded.ts';

/** The number of types of each kind. The first type is left out, because every buyer wants it. */
export const TYPES_OF_A_KIND = 2;
const PACKS = 10_000;
/** The most packs that one intake call may contain. */
const PACKS_A_CALL = 500;
const PURCHASES_A_ROUND = 230;
const ROUNDS = 7;
const INTAKE_MOST = 1.1;
const TICKET_MS_MOST = 0.1;

/** A shop's side with its operator, and the ids of cards that packs can hold. */
export type Stocked = Side & { operator: string; cardIds: string[] };
type Kind = { name: string; shop: Stocked; packTypes: string[]; figures: Figures };

/** Prints the cost of one kind of types compared with the other. `purchase` buys a pack of one of these types. */
export async function listDropCosts(
  shops: Stocked[],
  { packTypes: count, cardsAPack }: Pick<ToSeed, 'packTypes' | 'cardsAPack'>,
  purchase: (packTypes: string[]) => Next,
): Promise<void> {
  const typesFrom = (first: number) =>
    Array.from({ length: TYPES_OF_A_KIND }, (_none, at) => packTypeOf(first + at));
  const [shop, before] = shops as [Stocked, Stocked?];
  const kinds = [
    { name: 'in drops', shop, packTypes: typesFrom(1) },
    { name: 'loose', shop, packTypes: typesFrom(count) },
    ...(before === undefined ? [] : [{ name: 'before', shop: before, packTypes: typesFrom(1) }]),
  ];
  const others = kinds.slice(1).map(({ name }) => `beside ${name}`);
  const columns = ['what', ...kinds.map(({ name }) => name), ...others, 'wanted'];
  console.log(`\n| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);

  const taken = kinds.map((kind): Kind => ({ ...kind, figures: none() }));
  await inTurn(taken, 1 + PACKS / PACKS_A_CALL, 1, 1, ({ name, shop: of, packTypes }, call) => {
    const packTypeId = packTypes[call % TYPES_OF_A_KIND]!;
    return () => intakeOf(of, packTypeId, cardsAPack, `${name}-${call}`);
  });
  const times = (one: number, other: number) => (one / other).toFixed(2);
  const intake = `intake of ${PACKS} packs of ${cardsAPack} cards`;
  tell(`${intake}, s`, taken, ({ ms }) => ms / 1000, times, `${INTAKE_MOST}`);
  const cpuSeconds = (one: Figures) => (one.serverCpuMs + one.postgresCpuMs) / 1000;
  tell('the same, CPU s of server and Postgres', taken, cpuSeconds, times, `${INTAKE_MOST}`);

  const bought = kinds.map((kind): Kind => ({ ...kind, figures: none() }));
  await inTurn(bought, 1 + ROUNDS, 16, PURCHASES_A_ROUND, ({ packTypes }) => purchase(packTypes));
  const more = (one: number, other: number) =>
    `${Math.abs(one - other).toFixed(2)} ${one < other ? 'less' : 'more'}`;
  const server = (one: Figures) => one.serverCpuMs / one.requests;
  // This cost includes the work for the public log, which the shop's own process does.
  tell('purchase, CPU ms of server', bought, server, more, `${TICKET_MS_MOST} more`);
  tell('purchase, CPU ms of Postgres', bought, (one) => one.postgresCpuMs / one.requests, more, '');
}

/** Prints one line: the figure of each kind, and the differences between the first kind and the others. */
function tell(
  what: string,
  kinds: Kind[],
  of: (one: Figures) => number,
  compare: (one: number, other: number) => string,
  wanted: string,
): void {
  const [inDrops, ...others] = kinds.map(({ figures }) => of(figures));
  const each = [inDrops!, ...others].map((one) => one.toFixed(2));
  const compared = others.map((other) => compare(inDrops!, other));
  console.log(`| ${[what, ...each, ...compared, wanted].join(' | ')} |`);
}

/** Runs rounds with this many requests for each kind, one kind after the other. The first round only warms up. */
async function inTurn(
  kinds: Kind[],
  rounds: number,
  clients: number,
  requests: number,
  nextOf: (kind: Kind, round: number) => Next,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    // The order changes each round, because the first kind waits for work that the kind before it left behind.
    const order = round % 2 === 0 ? kinds : kinds.toReversed();
    for (const kind of order) {
      let left = requests;
      const next = nextOf(kind, round);
      const limited: Next = (client) => ((left -= 1) < 0 ? null : next(client));
      const one = await load(kind.shop, clients, Infinity, limited);
      if (round > 0) add(kind.figures, one);
    }
  }
}

function intakeOf(
  { operator, cardIds }: Stocked,
  packTypeId: string,
  cardsAPack: number,
  serials: string,
): Asking {
  const packs = Array.from({ length: PACKS_A_CALL }, (_none, pack) => ({
    packTypeId,
    serial: `I-${serials}-${pack}`,
    certificationNumber: `FF-I-${serials}-${pack}`,
    cards: Array.from({ length: cardsAPack }, (_card, place) => ({
      cardId: cardIds[(pack * cardsAPack + place) % cardIds.length]!,
    })),
  }));
  return { method: 'POST', path: '/api/admin/stock/intake', body: { packs }, token: operator };
}
