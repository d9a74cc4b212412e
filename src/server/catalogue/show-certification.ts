import * as rows from '#contract/catalogue.ts';
import { Rejection } from '#domain/rejection.ts';
import { certifiedState } from '#domain/stock.ts';
import { verb } from '../http/verb.ts';
import { findStockRow } from './admin/physical-packs-queries.ts';

/** Whoever holds a pack can compare it with what the shop says of it; what it holds stays unsaid. */
export const showCertification = verb(
  rows.showCertification,
  async ({ db }, _caller, { packId }) => {
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
  },
);
