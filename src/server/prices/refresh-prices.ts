// Refreshes the daily prices. If one source fails, its last known prices stay, and the other sources are still read. A
// price that jumps waits for an operator's decision (docs/product.md §4).
import { randomUUID } from 'node:crypto';
import { guardPrices, type SeenPrice } from '#domain/price-guard.ts';
import { dayOf } from '#domain/day.ts';
import { inLongTransaction, type Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { revalueCards, type ExchangeRates } from './import-cards.ts';
import { setIdOf } from '../catalogue/store-cards-queries.ts';
import { ImportProblem } from '../catalogue/import/import-problem.ts';
import type { ReadCard, ReadPrice } from '../catalogue/import/read-card.ts';
import { readCardContents } from '../catalogue/import/read-cards.ts';
import { fetchSourceFile, nameOfPlace, type PriceSource } from './price-sources.ts';
import { findIdsOfCards } from '../catalogue/cards-queries.ts';
import { insertHeldPrices } from './held-prices-queries.ts';
import { recountFacts, refreshPotentialHits } from '../catalogue/pack-type-facts-queries.ts';
import { insertPriceRun, finishPriceRun } from './price-runs-queries.ts';
import { insertPrices, listLastPrices, type PriceToStore } from './prices-queries.ts';

type PriceCounts = { cards: number; newPrices: number; heldBack: number };

/** The result for one source. `error`: one line, or null on success. */
export type PriceRun = PriceCounts & { source: string; error: string | null };

/** Refreshes the prices of some sources, one after the other. Returns each source's result. */
export async function refreshPrices(
  context: Context,
  sources: PriceSource[],
  signal: AbortSignal,
): Promise<PriceRun[]> {
  // Statistics are recounted before any price changes, so that packs that were opened before count at the earlier
  // prices.
  await recountFacts(context.db, { wait: false });
  const runs: PriceRun[] = [];
  for (const source of sources) {
    if (signal.aborted) break;
    runs.push(await refreshSource(context, source, signal));
  }
  if (runs.some((run) => run.newPrices > 0)) {
    await inLongTransaction(context.db, refreshPotentialHits);
  }
  return runs;
}

async function refreshSource(
  context: Context,
  source: PriceSource,
  signal: AbortSignal,
): Promise<PriceRun> {
  const { db, config, log } = context;
  const startedAt = context.now();
  const id = randomUUID();
  await insertPriceRun(db, { id, source: source.name, startedAt });
  let counts: PriceCounts = { cards: 0, newPrices: 0, heldBack: 0 };
  let error: string | null = null;
  try {
    const cards = await readSource(context, source, dayOf(startedAt), signal);
    counts = await inLongTransaction(db, (tx) => storePrices(tx, id, cards, config));
  } catch (problem) {
    log.error(
      { event: 'price_source_failed', err: problem, source: source.name },
      'Could not refresh prices from a source: its last prices stay in force, the next run tries again',
    );
    error = problem instanceof ImportProblem ? problem.message : 'failed; the log says why';
    // If the shop is stopping, the run is not recorded as finished, so the source is still due.
    if (signal.aborted) return { source: source.name, ...counts, error };
  }
  await finishPriceRun(db, { id, finishedAt: context.now(), ...counts, error });
  return { source: source.name, ...counts, error };
}

async function readSource(
  { settings }: Context,
  { source, game: id, files: places }: PriceSource,
  observedOn: string,
  signal: AbortSignal,
): Promise<ReadCard[]> {
  const game = settings.games().find((one) => one.id === id);
  if (game === undefined) {
    throw new ImportProblem(nameOfPlace(places[0]!), null, `the shop has no game ${id}`);
  }
  const files: { file: string; content: Uint8Array }[] = [];
  // Files are downloaded one at a time, because the public sources ask clients to be slow.
  for (const place of places) {
    files.push({ file: nameOfPlace(place), content: await fetchSourceFile(place, signal) });
  }
  return readCardContents({ source, game, observedOn, files });
}

/**
 * Stores the prices of cards in the catalogue, and revalues these cards. Cards that are not in the catalogue are
 * skipped.
 */
async function storePrices(
  db: Transaction,
  runId: string,
  cards: ReadCard[],
  rates: ExchangeRates,
): Promise<PriceCounts> {
  const ids = await findIdsOfCards(
    db,
    cards.map((card) => ({ setId: setIdOf(card), externalId: card.externalId })),
  );
  const known = cards.flatMap((card) => {
    const id = ids.get(`${setIdOf(card)} ${card.externalId}`);
    return id === undefined ? [] : [{ id, prices: card.prices }];
  });
  const cardIds = known.map((card) => card.id);
  const last = await listLastPrices(db, cardIds);
  const believed: PriceToStore[] = [];
  const held: { price: PriceToStore; before: SeenPrice }[] = [];
  for (const { id: cardId, prices } of known) {
    for (const [market, told] of byMarket(prices)) {
      const guarded = guardPrices(last.get(`${cardId} ${market}`) ?? null, told);
      believed.push(...guarded.believed.map((price) => ({ ...price, cardId })));
      held.push(
        ...guarded.held.map(({ price, before }) => ({ price: { ...price, cardId }, before })),
      );
    }
  }
  const newPrices = await insertPrices(db, believed);
  const heldBack = await insertHeldPrices(db, runId, held);
  await revalueCards(db, cardIds, rates);
  return { cards: known.length, newPrices, heldBack };
}

function byMarket(prices: ReadPrice[]): Map<string, ReadPrice[]> {
  return Map.groupBy(prices, (price) => price.source);
}
