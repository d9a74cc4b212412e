// Drops in the hands of operators: set aside, published, opened, paused and closed (docs/product.md §19).
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/catalogue-drops-admin.ts';
import type { AdminDrop } from '#contract/catalogue-drops-admin.ts';
import type { PackType } from '#contract/catalogue.ts';
import { paginationOf } from '#contract/paging.ts';
import type { Caller } from '#domain/access.ts';
import { DROP_STATE_WORDS, DROP_STEPS, type DropState } from '#domain/drop.ts';
import { bytesOfHex, hexOf } from '#domain/packproof/bytes.ts';
import { readLogEntry, readManifest, type Manifest } from '#domain/packproof/log-objects.ts';
import {
  KNOWN_CHAINS,
  numberOf,
  roundFor,
  timeOfRound,
  type Chain,
} from '#domain/packproof/public-number.ts';
import { leafHash, treeRoot } from '#domain/packproof/tree.ts';
import { Rejection } from '#domain/rejection.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { postgresError, type Database, type Transaction } from '../../database/database.ts';
import { verb } from '../../http/verb.ts';
import { appendToLog, logToWrite } from '../../public-log/append-to-log.ts';
import { datedByWitnesses } from '../../public-log/ask-witnesses.ts';
import { LogRefused } from '../../public-log/kept-checkpoint.ts';
import { findLogTime, findNewestOfKind, lockLog } from '../../public-log/log-queries.ts';
import { proofPrimitives } from '../../public-log/proof-primitives.ts';
import { keyInForce } from '../../public-log/sign-log.ts';
import type { Context } from '../../runtime/context.ts';
import { carriesFrom, endDrop } from '../end-drop.ts';
import { presentPackType } from '../list-pack-types.ts';
import { listPackTypeRows } from '../pack-types-queries.ts';
import {
  countUnsettled,
  decide,
  discardDraft,
  findDraftFacts,
  findDrop,
  findDropIn,
  findNextNumber,
  insertDraft,
  listCommitmentsOf,
  listDropPage,
  listLooseIntakes,
  listOdds,
  move,
  publish,
  type DropRow,
  type DropTerms,
} from '../drops-queries.ts';
import { chainOf } from '../drop-chain.ts';
import { findAdminPackType } from './pack-types-queries.ts';

const CURRENCY = 'CAD';

export const listAdminDrops = verb(
  rows.listAdminDrops,
  async (context, _caller, { page, limit, packTypeId }) => {
    const found = await listDropPage(context.db, packTypeId || null, limit, (page - 1) * limit);
    const drops = await Promise.all(found.rows.map((row) => presentDrop(context, row)));
    return { drops, pagination: paginationOf(found.total, page, limit) };
  },
);

export const showAdminDrop = verb(rows.showAdminDrop, async (context, _caller, { id }) => {
  const { db } = context;
  const row = await knownDrop(db, id);
  const chain = chainOf(context, row.chain);
  const [manifest, order, { unsealed, being_paid: beingPaid }, before] = await Promise.all([
    row.hash && findNewestOfKind(db, row.hash, 'manifest'),
    row.hash && findNewestOfKind(db, row.hash, 'order'),
    countUnsettled(db, id),
    row.state === 'draft' ? findDropIn(db, row.pack_type_id, ON_SALE) : null,
  ]);
  const entry = order ? readLogEntry(order.data) : null;
  const witnesses = manifest ? await datedByWitnesses(context, manifest.log, manifest.index) : [];
  return {
    drop: await presentDrop(context, row),
    manifestIndex: manifest ? manifest.index : null,
    witnesses,
    round: roundOf(row, chain),
    publicNumber:
      entry?.kind === 'order' ? hexOf(numberOf(proofPrimitives, entry.signature)) : null,
    isPractice: !KNOWN_CHAINS.has(row.chain),
    carriesFrom: carriesFrom(context, row),
    unsealed,
    beingPaid,
    succeeds: before && (await presentDrop(context, before)),
    asSold: await asSold(context, row, before),
  };
});

/** What the pack page will say of a draft or a published drop: the same shape, from the same functions. */
async function asSold(
  context: Context<Database>,
  row: DropRow,
  before: DropRow | null,
): Promise<PackType | null> {
  if (row.state !== 'draft' && row.state !== 'published') return null;
  const [[type], counted] = await Promise.all([
    listPackTypeRows(context.db, { id: row.pack_type_id }),
    findDraftFacts(context.db, row.id, before?.id ?? null),
  ]);
  return presentPackType(context, {
    ...type!,
    ...counted,
    in_stock: Math.min(row.left + (before?.left ?? 0), STOCK_COUNTED_MOST),
  });
}

export const listLoosePacks = verb(
  rows.listLoosePacks,
  async (context, _caller, { packTypeId }) => {
    const { db } = context;
    const [type] = await listPackTypeRows(db, { id: packTypeId });
    if (type === undefined) throw new Rejection('PACK_NOT_FOUND');
    const [intakes, draft, living] = await Promise.all([
      listLooseIntakes(db, packTypeId),
      findDropIn(db, packTypeId, ['draft']),
      findDropIn(db, packTypeId, ['published', ...ON_SALE]),
    ]);
    return {
      packs: intakes.reduce((sum, { packs }) => sum + packs, 0),
      price: type.price,
      intakes,
      draft: draft?.id ?? null,
      living: living && (await presentDrop(context, living)),
    };
  },
);

const ON_SALE = ['open', 'paused'] as const;

export const draftDrop = verb(rows.draftDrop, async (context, caller, input) => {
  const { db } = context;
  const { packTypeId, packs } = input;
  if ((await findAdminPackType(db, packTypeId)) === null) throw new Rejection('PACK_NOT_FOUND');
  const terms = termsOf(context, input);
  const chain = beaconOf(context).hash;
  const id = randomUUID();
  const chosen = {
    most: packs ?? null,
    receivedFrom: input.receivedFrom ?? null,
    receivedTo: input.receivedTo ?? null,
  };
  await refusing(insertDraft(db, { id, packTypeId, chain, ...chosen, ...terms }));
  await decide(db, id, terms);
  const drop = await presentDrop(context, await knownDrop(db, id));
  await record(context, caller, 'draft_drop', id, { packTypeId, packs: drop.packs });
  return drop;
});

export const discardDrop = verb(rows.discardDrop, async (context, caller, { id }) => {
  await steppingDrop(context.db, id, 'given_up', ['draft']);
  await discardDraft(context.db, id);
  return settle(context, caller, id, 'discard_drop');
});

/** With `succeeds`, in one transaction: nothing of the drop before is ended unless this one is published. */
export const publishDrop = verb(rows.publishDrop, async (context, caller, input) => {
  const { db } = context;
  const { id, succeeds } = input;
  const draft = await steppingDrop(db, id, 'published');
  const chain = beaconOf(context);
  const terms = termsOf(context, {
    opensAt: input.opensSoon ? await soonest(context, chain) : (input.opensAt ?? draft.opens_at),
    closesBy: input.closesBy ?? draft.closes_by,
    staffMayBuy: input.staffMayBuy ?? draft.staff_may_buy,
    opensItself: input.opensItself ?? draft.opens_itself,
  });
  const ended = succeeds === undefined ? null : await steppingDrop(db, succeeds, 'closed');
  await refusing(
    (async () => {
      if (ended !== null) await endDrop(context, ended, id);
      await decide(db, id, terms);
      await publishDraft(context, await knownDrop(db, id));
    })(),
  );
  if (ended !== null) {
    const { hash } = ended;
    await record(context, caller, 'close_drop', ended.id, { state: 'closed', hash, carriesTo: id });
  }
  return settle(context, caller, id, 'publish_drop');
});

/** When a drop that is published this moment can open. */
async function soonest({ db }: Context<Transaction>, chain: Chain): Promise<Date> {
  await lockLog(db);
  const publishedAt = await findLogTime(db);
  // The clock moves on until it is in the log.
  return new Date((timeOfRound(roundFor(publishedAt, chain), chain) + LEEWAY_SECONDS) * 1000);
}

const LEEWAY_SECONDS = 5;

function termsOf(context: Context<Database>, { opensAt, closesBy, ...rest }: DropTerms): DropTerms {
  const terms = {
    opensAt: wholeSecond(opensAt),
    closesBy: wholeSecond(closesBy),
    staffMayBuy: rest.staffMayBuy,
    opensItself: rest.opensItself,
  };
  if (terms.closesBy <= terms.opensAt || terms.closesBy <= context.now()) {
    throw Rejection.ofField('closesBy', 'closesBy must be after opensAt, and still to come');
  }
  return terms;
}

export const openDrop = verb(rows.openDrop, async (context, caller, { id }) => {
  const drop = await steppingDrop(context.db, id, 'open');
  const now = context.now();
  if (!drop.is_ordered) {
    throw new Rejection('INVALID_TRANSITION', 'Its public number is not there yet');
  }
  if (drop.opens_at > now || drop.closes_by <= now) {
    throw new Rejection('INVALID_TRANSITION', 'It is not the time of its sale');
  }
  await move(context.db, id, 'open');
  return settle(context, caller, id, 'open_drop');
});

export const pauseDrop = verb(rows.pauseDrop, async (context, caller, { id }) => {
  await steppingDrop(context.db, id, 'paused');
  await move(context.db, id, 'paused');
  return settle(context, caller, id, 'pause_drop');
});

export const closeDrop = verb(rows.closeDrop, async (context, caller, { id, carriesTo }) => {
  const drop = await steppingDrop(context.db, id, 'closed');
  await refusing(endDrop(context, drop, carriesTo ?? null));
  return settle(context, caller, id, 'close_drop');
});

/** Tells the log what a draft is, and publishes it. Comes last in its transaction. Throws LogRefused. */
export async function publishDraft(context: Context<Transaction>, drop: DropRow): Promise<void> {
  const { db } = context;
  const chain = beaconOf(context);
  await lockLog(db);
  const [entry] = await appendToLog(context, [await manifestOf(context, drop, chain)]);
  await publish(db, drop.id, entry!.text);
}

/** What is written into the log of a draft: what it is, and how its packs can be checked. */
async function manifestOf(
  context: Context<Transaction>,
  drop: DropRow,
  chain: Chain,
): Promise<Manifest> {
  const { db } = context;
  const [log, next, odds, commitments, publishedAt] = [
    await logToWrite(context),
    await findNextNumber(db, drop.id),
    await listOdds(db, drop.id),
    await listCommitmentsOf(db, drop.id),
    await findLogTime(db),
  ];
  const opensAt = seconds(drop.opens_at);
  if (drop.chain !== chain.hash) {
    throw new Rejection('INVALID_TRANSITION', 'It was drafted for another chain of public numbers');
  }
  if (timeOfRound(roundFor(publishedAt, chain), chain) > opensAt) {
    throw new Rejection('INVALID_TRANSITION', 'It would open before its public number is there');
  }
  if (commitments.length - next.carried < FEWEST_NEW) {
    throw new Rejection('INVALID_TRANSITION', `A drop has at least ${FEWEST_NEW} new packs`);
  }
  const leaves = commitments.map((one) => leafHash(proofPrimitives, bytesOfHex(one)));
  return {
    v: 2,
    kind: 'manifest',
    shop: log.origin,
    packType: drop.pack_type_id,
    number: next.number,
    rule: 'places',
    chain: chain.hash,
    currency: CURRENCY,
    priceCents: next.price,
    packCount: commitments.length,
    packsRoot: hexOf(treeRoot(proofPrimitives, leaves)),
    publishedAt,
    opensAt,
    closesBy: seconds(drop.closes_by),
    odds: odds.map(({ rarity, packs }) => ({ packs, rarity })),
    carried: next.carried,
    ticketKey: hexOf(await keyInForce(db, log)),
    staffMayBuy: drop.staff_may_buy,
  };
}

const FEWEST_NEW = 20;

/** The drop, locked by what follows. Rejects with INVALID_TRANSITION where that step is not one of its state. */
async function steppingDrop(
  db: Database,
  id: string,
  to: DropState,
  from: readonly DropState[] = Object.keys(DROP_STEPS) as DropState[],
): Promise<DropRow> {
  const drop = await knownDrop(db, id);
  if (!from.includes(drop.state) || !DROP_STEPS[drop.state].includes(to)) {
    throw new Rejection('INVALID_TRANSITION', DROP_STATE_WORDS[drop.state].sentence);
  }
  return drop;
}

async function knownDrop(db: Database, id: string): Promise<DropRow> {
  const drop = await findDrop(db, id);
  if (drop === null) throw new Rejection('NOT_FOUND');
  return drop;
}

async function settle(
  context: Context<Transaction>,
  caller: Caller,
  id: string,
  action: string,
): Promise<AdminDrop> {
  const drop = await knownDrop(context.db, id);
  await record(context, caller, action, id, { state: drop.state, hash: drop.hash ?? undefined });
  return presentDrop(context, drop);
}

function record(
  context: Context<Transaction>,
  caller: Caller,
  action: string,
  id: string,
  after: Record<string, unknown>,
): Promise<void> {
  return recordAuditEntry(context, caller, { action, subject: { kind: 'drop', id }, after });
}

/** What the database or the log refuses, in the words of a refusal. */
async function refusing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LogRefused) throw new Rejection('INVALID_TRANSITION', error.message);
    const refused = postgresError(error);
    const sentence = refused?.constraint && REFUSALS[refused.constraint];
    if (sentence) throw new Rejection('INVALID_TRANSITION', sentence);
    throw error;
  }
}

const REFUSALS: Record<string, string> = {
  drops_have_twenty_packs: 'A drop has at least 20 loose packs',
  drops_are_not_too_large: 'A drop has at most 9,000 packs',
  drops_one_draft: 'There is a draft of this pack type already',
  drops_one_on_sale: 'Another drop of this pack type is on sale',
  drop_is_being_paid:
    'Somebody is paying for a pack of it: pause it, and close it when that is over',
  drop_is_being_sealed: 'What was sold of it is being written into the log: try again in a moment',
};

function beaconOf({ beacon }: Context<Database>): Chain {
  if (beacon !== null) return beacon.chain;
  throw new Rejection('INVALID_TRANSITION', 'This shop has no source of public numbers (BEACON)');
}

async function presentDrop(context: Context<Database>, row: DropRow): Promise<AdminDrop> {
  const chain = chainOf(context, row.chain);
  const round = roundOf(row, chain);
  return {
    id: row.id,
    packTypeId: row.pack_type_id,
    packTypeName: row.pack_type_name,
    number: row.number,
    state: row.state,
    hash: row.hash,
    packs: row.packs,
    left: row.left,
    sold: row.sold,
    opened: row.opened,
    withdrawn: row.withdrawn,
    odds: row.state === 'given_up' ? [] : await oddsOf(context.db, row),
    opensAt: row.opens_at,
    closesBy: row.closes_by,
    staffMayBuy: row.staff_may_buy,
    opensItself: row.opens_itself,
    isOrdered: row.is_ordered,
    numberAt: chain && round !== null ? new Date(timeOfRound(round, chain) * 1000) : null,
    createdAt: row.created_at,
    closedAt: row.closed_at,
    carriesTo: row.carries_to,
  };
}

/** The one that orders a published drop; null where its chain is not known any more. */
function roundOf(row: DropRow, chain: Chain | undefined): number | null {
  if (row.manifest === null || chain === undefined) return null;
  return roundFor(readManifest(row.manifest).publishedAt, chain);
}

/** Of a published drop those that its manifest says. */
async function oddsOf(db: Database, row: DropRow): Promise<AdminDrop['odds']> {
  if (row.manifest === null) return listOdds(db, row.id);
  return readManifest(row.manifest).odds as AdminDrop['odds'];
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
const wholeSecond = (at: Date): Date => new Date(seconds(at) * 1000);
