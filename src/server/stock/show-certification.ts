import * as rows from '#contract/stock.ts';
import { Rejection } from '#domain/rejection.ts';
import { areNumbersTold, certifiedState } from '#domain/stock.ts';
import { handler } from '../http/handler.ts';
import { findStockRow } from './admin/physical-packs-queries.ts';

/**
 * Shows anybody the shop's data about a pack, but never its content. Shows the pack's numbers only
 * after the pack was opened or withdrawn.
 */
export const showCertification = handler(
  rows.showCertification,
  async ({ db }, _caller, { packId }) => {
    const pack = await findStockRow(db, packId);
    if (pack === null) throw new Rejection('NOT_FOUND');
    const isTold = areNumbersTold(pack.state);
    return {
      id: pack.id,
      serial: isTold ? pack.serial : null,
      certificationNumber: isTold ? pack.certification_number : null,
      packTypeId: pack.pack_type_id,
      sealKind: pack.seal_kind,
      receivedAt: isTold ? pack.received_at : startOfDay(pack.received_at),
      status: certifiedState(pack.state),
    };
  },
);

const DAY_MS = 86_400_000;

/** Returns the day in UTC. The exact time would identify a pack that came in alone. */
function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}
