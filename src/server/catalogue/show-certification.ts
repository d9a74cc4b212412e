import type { showCertification as row } from '#contract/catalogue.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import { certifiedState } from '#domain/stock.ts';
import type { Context } from '../runtime/context.ts';
import { findStockRow } from './stock-queries.ts';

/** Whoever holds a pack can compare it with what the shop says of it; what it holds stays unsaid. */
export async function showCertification(
  { db }: Context,
  _caller: unknown,
  { packId }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const pack = await findStockRow(db, packId);
  if (pack === null) throw new Rejection('NOT_FOUND');
  return {
    id: pack.id,
    serial: pack.serial,
    certificationNumber: pack.certification_number,
    packTypeId: pack.pack_type_id,
    receivedAt: pack.received_at,
    status: certifiedState(pack.state),
  };
}
