// Shows operators the drops, and the loose packs that a drop could get (docs/product.md §19).
import * as rows from '#contract/drops-admin.ts';
import type { PackType } from '#contract/catalogue.ts';
import { paginationOf } from '#contract/paging.ts';
import { hexOf } from '#domain/packproof/bytes.ts';
import { readLogEntry } from '#domain/packproof/log-objects.ts';
import { KNOWN_CHAINS, numberOf } from '#domain/packproof/public-number.ts';
import { Rejection } from '#domain/rejection.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import type { Database } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import { datedByWitnesses } from '../../public-log/ask-witnesses.ts';
import { findNewestOfKind } from '../../public-log/log-queries.ts';
import { proofPrimitives } from '../../public-log/proof-primitives.ts';
import type { Context } from '../../runtime/context.ts';
import { carriesFrom } from '../end-drop.ts';
import { presentPackType } from '../../catalogue/list-pack-types.ts';
import { listPackTypeRows } from '../../catalogue/pack-types-queries.ts';
import {
  countUnpaid,
  findDraftFacts,
  findDropIn,
  listDropPage,
  listLooseIntakes,
  type DropRow,
} from '../drops-queries.ts';
import { chainOf } from '../drop-chain.ts';
import { knownDrop } from './drop-steps.ts';
import { presentDrop, roundOf } from './present-drop.ts';

export const listAdminDrops = handler(
  rows.listAdminDrops,
  async (context, _caller, { page, limit, packTypeId, state }) => {
    const filter = { packTypeId: packTypeId || null, state: state ?? null };
    const found = await listDropPage(context.db, filter, limit, (page - 1) * limit);
    const drops = await Promise.all(found.rows.map((row) => presentDrop(context, row)));
    return { drops, pagination: paginationOf(found.total, page, limit) };
  },
);

export const showAdminDrop = handler(rows.showAdminDrop, async (context, _caller, { id }) => {
  const { db } = context;
  const row = await knownDrop(db, id);
  const chain = chainOf(context, row.chain);
  const [manifest, order, { unsealed, being_paid: beingPaid }, before] = await Promise.all([
    row.hash && findNewestOfKind(db, row.hash, 'manifest'),
    row.hash && findNewestOfKind(db, row.hash, 'order'),
    countUnpaid(db, id),
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

/**
 * Returns a preview of the pack page for a draft or a published drop. The functions of the pack
 * page make the preview, so that it has the page's form.
 */
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
  // A draft goes on sale after the drop before it has ended, at the price that was recorded for
  // that time.
  const price = row.state === 'draft' ? (type!.nextPrice ?? type!.price) : type!.price;
  return presentPackType(context, {
    ...type!,
    ...counted,
    price,
    in_stock: Math.min(row.left + (before?.left ?? 0), STOCK_COUNTED_MOST),
  });
}

export const listLoosePacks = handler(
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
      packs: intakes[0]?.in_all ?? 0,
      price: type.nextPrice ?? type.price,
      intakes: intakes.map(({ from, to, packs }) => ({ from, to, packs })),
      draft: draft?.id ?? null,
      living: living && (await presentDrop(context, living)),
    };
  },
);

const ON_SALE = ['open', 'paused'] as const;
