// Lists what operators must check: held parcels, signs that a buyer lives where the shop does not sell, and buyers who
// share a home with an excluded person.
import * as rows from '#contract/shipping-holds.ts';
import { Rejection } from '#domain/rejection.ts';
import { closePlaceQuestion, listPlaceQuestions } from '../../accounts/place-questions-queries.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { handler } from '../../http/handler.ts';
import { listHomeQuestions } from '../../limits/exclusion-marks-queries.ts';
import { listHeldParcels as findHeldParcels, releaseParcelHold } from '../parcel-holds-queries.ts';

export const listHeldParcels = handler(rows.listHeldParcels, async ({ db }) => {
  const [parcels, places, homes] = await Promise.all([
    findHeldParcels(db),
    listPlaceQuestions(db),
    listHomeQuestions(db),
  ]);
  return {
    parcels: parcels.map((one) => ({
      shipmentId: one.shipment_id,
      user: { id: one.user_id, email: one.email },
      reasons: one.reasons,
      heldAt: one.held_at,
      checkBy: one.check_by,
    })),
    places: places.map((one) => ({
      id: one.id,
      kind: one.kind,
      region: one.region,
      user: { id: one.user_id, email: one.email },
      foundAt: one.found_at,
    })),
    homes: homes.map((one) => ({
      user: { id: one.user_id, email: one.email },
      since: one.since,
    })),
  };
});

export const releaseParcel = handler(
  rows.releaseParcel,
  async (context, caller, { id, reason }) => {
    if (!(await releaseParcelHold(context.db, id, caller.userId, reason))) {
      throw new Rejection('NOT_FOUND');
    }
    await recordAuditEntry(context, caller, {
      action: 'release_parcel',
      subject: { kind: 'shipment', id },
      after: { reason },
    });
    return null;
  },
);

export const answerPlaceQuestion = handler(
  rows.answerPlaceQuestion,
  async (context, caller, { id, note }) => {
    const closed = await closePlaceQuestion(context.db, id, caller.userId, note);
    if (closed === null) throw new Rejection('NOT_FOUND');
    const { userId, kind, region } = closed;
    await recordAuditEntry(context, caller, {
      action: 'answer_place_question',
      subject: { kind: 'user', id: userId },
      after: { kind, region, note },
    });
    return null;
  },
);
