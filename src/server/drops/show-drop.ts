// Serves the public view of drops (docs/product.md §19).
import * as rows from '#contract/drops.ts';
import type { Reply } from '#contract/endpoint.ts';
import { readLogEntry, readManifest } from '#domain/packproof/log-objects.ts';
import { KNOWN_CHAINS, roundFor, timeOfRound } from '#domain/packproof/public-number.ts';
import { Rejection } from '#domain/rejection.ts';
import { cacheLatest, SerializedReply } from '../http/serialized-reply.ts';
import { handler } from '../http/handler.ts';
import {
  findEntries,
  findEntriesOfDrop,
  findLogBy,
  findNewestCheckpoint,
  findNewestOfKind,
} from '../public-log/log-queries.ts';
import { proveEntry, withCosignatures } from '../public-log/log-proofs.ts';
import type { Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { chainOf } from './drop-chain.ts';
import { treeOf } from './drop-tree.ts';
import {
  countDropsWithoutSale,
  findDropByHash,
  listDropsOfType,
  type DropRow,
} from './drops-queries.ts';
import { findTicketRow } from './tickets-queries.ts';
import { contentsFile } from './end-drop.ts';
import { signTicket, ticketText } from './ticket-text.ts';

type Drop = Reply<typeof rows.listDrops>['drops'][number];
type Announced = NonNullable<Reply<typeof rows.listDrops>['announced']>;

/** Maximum number of cached files. The largest file takes about four megabytes. */
const CONTENT_FILES_MOST = 4;

export const listDrops = handler(rows.listDrops, async (context, _caller, { packTypeId }) => {
  const all = await listDropsOfType(context.db, packTypeId);
  const draft = all.find(({ hash }) => hash === null);
  return {
    drops: all.filter(({ hash }) => hash !== null).map(presentDrop),
    announced: draft ? presentAnnounced(context, draft) : null,
  };
});

function presentAnnounced(context: Context<Database>, row: DropRow): Announced {
  const publishesAt = row.publishes_at!;
  const chain = chainOf(context, row.chain);
  const round = chain && roundFor(Math.ceil(publishesAt.getTime() / 1000), chain);
  return {
    packs: row.packs,
    publishesAt,
    numberAt: chain && round !== undefined ? new Date(timeOfRound(round, chain) * 1000) : null,
    opensAt: row.opens_at,
    isPractice: !KNOWN_CHAINS.has(row.chain),
  };
}

export const showDrop = handler(rows.showDrop, async (context, _caller, { hash }) => {
  const { db } = context;
  const drop = await knownDrop(db, hash);
  const [manifest, order] = await Promise.all([
    findNewestOfKind(db, hash, 'manifest'),
    findNewestOfKind(db, hash, 'order'),
  ]);
  const log = await findLogBy(db, manifest!.log);
  const newest = await findNewestCheckpoint(db, manifest!.log);
  const withoutSale = await countDropsWithoutSale(db, drop.pack_type_id, drop.id);
  const chain = chainOf(context, drop.chain);
  const round = chain && roundFor(readManifest(drop.manifest!).publishedAt, chain);
  return {
    drop: presentDrop(drop),
    manifest: drop.manifest!,
    manifestProof: await proveEntry(context, log!, manifest!.index),
    order: order?.data ?? null,
    round: round ?? null,
    numberAt: chain && round !== undefined ? new Date(timeOfRound(round, chain) * 1000) : null,
    checkpoint: newest === null ? null : await withCosignatures(db, log!, newest),
    practiceChain: chain && !KNOWN_CHAINS.has(chain.hash) ? chain : null,
    dropsWithoutSale: withoutSale.all,
    dropsYetToSell: withoutSale.not_over,
  };
});

export const listCommitments = handler(rows.listCommitments, async ({ db }, _caller, { hash }) => {
  const { id } = await knownDrop(db, hash);
  return (await treeOf(db, { id, hash })).commitments;
});

export const showDropHistory = handler(
  rows.showDropHistory,
  async ({ db }, _caller, { hash, from }) => {
    await knownDrop(db, hash);
    const entries = await findEntriesOfDrop(db, hash, from, rows.ENTRIES_AT_ONCE);
    return entries.map(({ index, data }) => ({ index, entry: data }));
  },
);

export const showTicket = handler(rows.showTicket, async (context, _caller, { ref }) => {
  const { db } = context;
  const row = await findTicketRow(db, ref);
  if (row === null) throw new Rejection('NOT_FOUND');
  const { shop, ticketKey } = readManifest(row.manifest);
  const ticket = ticketText(row.hash, row);
  const log = await findLogBy(db, shop);
  const seal = row.sealed_in;
  const [entry] = seal === null ? [] : await findEntries(db, log!.number, seal, seal + 1);
  return {
    ticket,
    signature: await signTicket(context, shop, ticketKey, ticket),
    seal: entry ?? null,
    sealProof: seal === null ? null : await proveEntry(context, log!, seal),
  };
});

/** Serves the contents of a closed drop, as its newest contents entry in the log describes them. */
export const showContents = handler(rows.showContents, async ({ db }, _caller, { hash }) => {
  const drop = await knownDrop(db, hash);
  const told = await findNewestOfKind(db, hash, 'contents');
  if (told === null) throw new Rejection('NOT_FOUND');
  return contentFiles(`${hash} ${told.index}`, async () => {
    const entry = readLogEntry(told.data);
    const held = entry.kind === 'contents' ? entry.unopened : [];
    return new SerializedReply(await contentsFile(db, drop.id, new Set(held)));
  });
});

/** The contents files by drop and log entry. They are cached, because the file of an entry never changes. */
const contentFiles = cacheLatest<SerializedReply<string>>(CONTENT_FILES_MOST);

async function knownDrop(db: Database, hash: string): Promise<DropRow> {
  const drop = await findDropByHash(db, hash);
  if (drop === null) throw new Rejection('NOT_FOUND');
  return drop;
}

function presentDrop(row: DropRow): Drop {
  return {
    hash: row.hash!,
    packTypeId: row.pack_type_id,
    packTypeName: row.pack_type_name,
    number: row.number!,
    state: row.state,
    packs: row.packs,
    left: row.left,
    sold: row.sold,
    opened: row.opened,
    withdrawn: row.withdrawn,
    opensAt: row.opens_at,
    closesBy: row.closes_by,
  };
}
