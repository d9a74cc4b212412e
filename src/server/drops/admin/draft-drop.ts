// A draft sets loose packs aside for a drop. If an operator discards the draft, its packs are loose
// again, so nothing about a draft is final.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/drops-admin.ts';
import type { Chain } from '#domain/packproof/public-number.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Database } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import { decideDrop, discardDraft, insertDraft, type DropTerms } from '../drops-queries.ts';
import { findAdminPackType } from '../../catalogue/admin/pack-types-queries.ts';
import { knownDrop, record, refusalsAsRejections, takeStep, steppingDrop } from './drop-steps.ts';
import { presentDrop } from './present-drop.ts';

export const draftDrop = handler(rows.draftDrop, async (context, caller, input) => {
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
  await refusalsAsRejections(insertDraft(db, { id, packTypeId, chain, ...chosen, ...terms }));
  await decideDrop(db, id, terms);
  const drop = await presentDrop(context, await knownDrop(db, id));
  await record(context, caller, 'draft_drop', id, { packTypeId, packs: drop.packs });
  return drop;
});

export const discardDrop = handler(rows.discardDrop, async (context, caller, { id }) => {
  await steppingDrop(context.db, id, 'given_up', ['draft']);
  await refusalsAsRejections(discardDraft(context.db, id));
  return takeStep(context, caller, id, 'discard_drop');
});

export function termsOf(
  context: Context<Database>,
  { opensAt, closesBy, ...rest }: DropTerms,
): DropTerms {
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

export function beaconOf({ beacon }: Context<Database>): Chain {
  if (beacon !== null) return beacon.chain;
  throw new Rejection('INVALID_TRANSITION', 'This shop has no source of public numbers (BEACON)');
}

const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);
