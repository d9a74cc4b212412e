// Publishes a draft. A hash of the contents of the drop's packs goes into the public log.
import * as rows from '#contract/drops-admin.ts';
import { bytesOfHex, hexOf } from '#domain/packproof/bytes.ts';
import type { Manifest } from '#domain/packproof/log-objects.ts';
import { roundFor, timeOfRound, type Chain } from '#domain/packproof/public-number.ts';
import { leafHash, treeRoot } from '#domain/packproof/tree.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import { appendToLog, logToWrite } from '../../public-log/append-to-log.ts';
import { findLogTime, lockLog } from '../../public-log/log-queries.ts';
import { proofPrimitives } from '../../public-log/proof-primitives.ts';
import { keyInForce } from '../../public-log/sign-log.ts';
import type { Context } from '../../runtime/context.ts';
import { endDrop } from '../end-drop.ts';
import { listCommitmentsOf } from '../drop-leaves-queries.ts';
import {
  decideDrop,
  listOdds,
  lockTermsOfManifest,
  storeManifest,
  type DropRow,
} from '../drops-queries.ts';
import { announceDrop } from './announce-drop.ts';
import { termsOf, beaconOf } from './draft-drop.ts';
import { knownDrop, record, refusalsAsRejections, takeStep, steppingDrop } from './drop-steps.ts';

/**
 * Publishes a draft. `succeeds` is the previous drop. It ends in this transaction, so that it ends
 * only if the new drop is published.
 */
export const publishDrop = handler(rows.publishDrop, async (context, caller, input) => {
  const { db } = context;
  const { id, succeeds } = input;
  const draft = await steppingDrop(db, id, 'published');
  if (input.publishesAt !== undefined) return announceDrop(context, caller, draft, input);
  const chain = beaconOf(context);
  const terms = termsOf(context, {
    opensAt: input.opensSoon ? await soonest(context, chain) : (input.opensAt ?? draft.opens_at),
    closesBy: input.closesBy ?? draft.closes_by,
    staffMayBuy: input.staffMayBuy ?? draft.staff_may_buy,
    opensItself: input.opensItself ?? draft.opens_itself,
  });
  const ended = succeeds === undefined ? null : await steppingDrop(db, succeeds, 'closed');
  await refusalsAsRejections(
    (async () => {
      if (ended !== null) await endDrop(context, ended, id);
      await decideDrop(db, id, terms);
      await publishDraft(context, await knownDrop(db, id));
    })(),
  );
  if (ended !== null) {
    const { hash } = ended;
    await record(context, caller, 'close_drop', ended.id, { state: 'closed', hash, carriesTo: id });
  }
  return takeStep(context, caller, id, 'publish_drop');
});

/** Returns the earliest possible opening time of a drop that is published now. */
async function soonest({ db }: Context<Transaction>, chain: Chain): Promise<Date> {
  await lockLog(db);
  const publishedAt = await findLogTime(db);
  // The leeway covers the time until the manifest is in the log.
  return new Date((timeOfRound(roundFor(publishedAt, chain), chain) + LEEWAY_SECONDS) * 1000);
}

const LEEWAY_SECONDS = 5;

/**
 * Writes a draft's manifest into the log and publishes the draft. Nothing may follow in the
 * transaction. Throws LogRefused.
 */
export async function publishDraft(context: Context<Transaction>, drop: DropRow): Promise<void> {
  const { db } = context;
  const chain = beaconOf(context);
  await lockLog(db);
  const [entry] = await appendToLog(context, [await manifestOf(context, drop, chain)]);
  await storeManifest(db, drop.id, entry!.text);
}

/** Builds the draft's manifest. It has the drop's terms, and says how the drop's packs can be verified. */
async function manifestOf(
  context: Context<Transaction>,
  drop: DropRow,
  chain: Chain,
): Promise<Manifest> {
  const { db } = context;
  const [log, next, odds, commitments, publishedAt] = [
    await logToWrite(context),
    await lockTermsOfManifest(db, drop.id),
    await listOdds(db, drop.id),
    await listCommitmentsOf(db, drop.id),
    await findLogTime(db),
  ];
  const opensAt = seconds(drop.opens_at);
  if (drop.chain !== chain.hash) {
    throw new Rejection('INVALID_TRANSITION', 'It was drafted for another chain of public numbers');
  }
  if (timeOfRound(roundFor(publishedAt, chain), chain) > opensAt) {
    throw new Rejection(
      'INVALID_TRANSITION',
      'It would open before its public number is published',
    );
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

const CURRENCY = 'CAD';

const FEWEST_NEW = 20;

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
