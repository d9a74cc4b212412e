// Serves the file packproof.json about a place of a drop. With it a buyer verifies the pack
// (docs/fairness.md).
import { Readable } from 'node:stream';
import * as rows from '#contract/drops.ts';
import { hexOf } from '#domain/packproof/bytes.ts';
import { writeCanonical, type Canonical } from '#domain/packproof/canon.ts';
import { readLogEntry, readManifest } from '#domain/packproof/log-objects.ts';
import { readProofFile, type ProofFile } from '#domain/packproof/proof-file.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { readTlogProof } from '#domain/packproof/tlog-proof.ts';
import { pathIn } from '#domain/packproof/tree.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Database } from '#engine/database.ts';
import { TextFile } from '../http/text-file.ts';
import { handler } from '../http/handler.ts';
import { proveConsistency, proveEntry } from '../public-log/log-proofs.ts';
import {
  findEntries,
  findLogBy,
  findNewestOfKind,
  type LogRow,
} from '../public-log/log-queries.ts';
import type { Context } from '../runtime/context.ts';
import { chainOf } from './drop-chain.ts';
import { findShownDocument } from './drop-leaves-queries.ts';
import { treeOf } from './drop-tree.ts';
import { findSoldPlace, type SoldPlaceRow } from './tickets-queries.ts';
import { signTicket, ticketText } from './ticket-text.ts';

/**
 * Returns the proof of a place to the pack's buyer. Once the log has published the pack's contents,
 * returns the proof to anybody.
 */
export const provePlace = handler(rows.provePlace, async (context, caller, { id }) => {
  const place = await findSoldPlace(context.db, id);
  if (place === null) throw new Rejection('NOT_FOUND');
  const isOwn = caller?.userId === place.buyer_id;
  if (!isOwn && !(await isPublished(context.db, place))) throw new Rejection('NOT_FOUND');
  const written = writeCanonical((await proofOf(context, place)) as unknown as Canonical);
  // Throws if a verifier would reject the file as malformed. It is better to send no file than a
  // wrong file.
  readProofFile(written);
  return new TextFile(Readable.from([written]));
});

/** Whether the newest contents file of the drop has the pack's contents. Only a closed drop has such a file. */
async function isPublished(db: Database, { hash, leaf }: SoldPlaceRow): Promise<boolean> {
  const told = await findNewestOfKind(db, hash, 'contents');
  const entry = told && readLogEntry(told.data);
  return entry?.kind === 'contents' && !entry.unopened.includes(leaf);
}

async function proofOf(context: Context<Database>, place: SoldPlaceRow): Promise<ProofFile> {
  const { db } = context;
  const { hash, manifest, leaf } = place;
  const { shop, ticketKey } = readManifest(manifest);
  const ticket = ticketText(hash, place);
  const [told, order, ticketSignature, { levels }, shown] = await Promise.all([
    findNewestOfKind(db, hash, 'manifest'),
    findNewestOfKind(db, hash, 'order'),
    signTicket(context, shop, ticketKey, ticket),
    treeOf(db, { id: place.drop_id, hash }),
    findShownDocument(db, place.id),
  ]);
  const log = (await findLogBy(db, told!.log))!;
  const manifestProof = await proveEntry(context, log, told!.index);
  if (manifestProof === null || ticketSignature === null) {
    throw new Rejection('NOT_FOUND', 'This shop can’t sign for that drop at the moment');
  }
  const chain = KNOWN_CHAINS.has(place.chain) ? undefined : chainOf(context, place.chain);
  return {
    v: 2,
    kind: 'packproof',
    manifest,
    manifestProof,
    order: order!.data,
    ticket,
    ticketSignature,
    ...(await sealOf(context, log, place.sealed_in, manifestProof)),
    ...shown,
    leaf,
    path: pathIn(levels, leaf).map(hexOf),
    ...(chain && { chain }),
  };
}

/**
 * Returns the seal of a ticket, with the proofs for the seal. Empty until the log contains the
 * ticket and a checkpoint covers its entry.
 */
async function sealOf(
  context: Context<Database>,
  log: LogRow,
  sealedIn: number | null,
  manifestProof: string,
): Promise<Pick<ProofFile, 'seal' | 'sealProof' | 'consistency'>> {
  if (sealedIn === null) return {};
  const sealProof = await proveEntry(context, log, sealedIn);
  if (sealProof === null) return {};
  const [seal] = await findEntries(context.db, log.number, sealedIn, sealedIn + 1);
  const [first, last] = [manifestProof, sealProof].map((one) => readTlogProof(one).checkpoint.size);
  const consistency = await proveConsistency(context.db, log, first!, last!);
  return { seal: seal!, sealProof, consistency: consistency.map(hexOf) };
}
