import * as rows from '#contract/catalogue.ts';
import { Rejection } from '#domain/rejection.ts';
import { areNumbersTold, certifiedReceipt, certifiedState } from '#domain/stock.ts';
import { verb } from '../http/verb.ts';
import { findStockRow } from './admin/physical-packs-queries.ts';

/**
 * Whoever holds a pack can compare it with what the shop says of it. What it holds stays unsaid, and while it is
 * sealed so do its numbers.
 */
export const showCertification = verb(
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
      receivedAt: certifiedReceipt(pack.state, pack.received_at),
      status: certifiedState(pack.state),
    };
  },
);
