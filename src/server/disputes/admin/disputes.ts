// Shows disputes to operators, and handles what operators can do besides responding to the bank.
import * as rows from '#contract/disputes-admin.ts';
import type { Dispute, DisputeSummary } from '#contract/disputes-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import { debtWrittenOff } from '#domain/dispute.ts';
import { DISPUTE_STATES } from '#domain/dispute-state.ts';
import { decimalOf } from '#domain/decimals.ts';
import { toCents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { randomUUID } from 'node:crypto';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import type { Database } from '#engine/database.ts';
import { TextFile } from '../../http/text-file.ts';
import { handler } from '../../http/handler.ts';
import { lockAccount, findDebt } from '../../ledger/ledger-accounts-queries.ts';
import { postJournal } from '../../ledger/post.ts';
import { markPauseLifted } from '../disputes-queries.ts';
import {
  findDisputeDetail,
  listDisputedPacks,
  listDisputedParcels,
  listDisputeRows,
  listEntriesAbout,
  listSignIns,
  type DisputeSummaryRow,
} from './disputes-queries.ts';
import { evidenceDocument } from './evidence-document.ts';

const SIGN_INS_MOST = 20;
const ENTRIES_MOST = 50;

export const listDisputes = handler(
  rows.listDisputes,
  async ({ db }, _caller, { state, page, limit }) => {
    const found = await listDisputeRows(db, state ?? null, limit, (page - 1) * limit);
    const countOf = (one: string) => found.counts.find((each) => each.state === one)?.count ?? 0;
    const counts = DISPUTE_STATES.map((one) => ({ state: one, count: countOf(one) }));
    const total =
      state === undefined ? counts.reduce((all, one) => all + one.count, 0) : countOf(state);
    return {
      disputes: found.rows.map(summaryOf),
      pagination: paginationOf(total, page, limit),
      counts,
    };
  },
);

export const showDispute = handler(rows.showDispute, async ({ db }, _caller, { id }) => {
  return readDispute(db, id);
});

export const exportDisputeEvidence = handler(
  rows.exportDisputeEvidence,
  async ({ db, now, settings }, _caller, { id }) => {
    const document = evidenceDocument(await readDispute(db, id), now(), settings.now().name);
    return new TextFile(
      (async function* pieces() {
        yield document;
      })(),
    );
  },
);

/** Lets a paused account be used again. The cards and packs of the dispute stay locked. */
export const liftDisputePause = handler(
  rows.liftDisputePause,
  async (context, caller, { id, reason }) => {
    const { db } = context;
    const known = await readDispute(db, id);
    await lockAccount(db, known.user.id);
    const dispute = await readDispute(db, id);
    if (dispute.state !== 'open' || dispute.pauseLiftedAt !== null) {
      throw new Rejection('INVALID_TRANSITION', 'This dispute does not pause the account');
    }
    await markPauseLifted(db, id);
    const lifted = await readDispute(db, id);
    await recordAuditEntry(context, caller, {
      action: 'lift_pause',
      subject: { kind: 'user', id: dispute.user.id },
      after: { disputeId: id, reason },
    });
    return lifted;
  },
);

export const writeOffDebt = handler(rows.writeOffDebt, async (context, caller, { id, reason }) => {
  const { db } = context;
  const known = await readDispute(db, id);
  const { id: userId } = known.user;
  await lockAccount(db, userId);
  const owed = await findDebt(db, userId);
  if (owed === 0) throw new Rejection('INVALID_TRANSITION', 'This account owes nothing');
  const transactionId = randomUUID();
  await postJournal(db, {
    id: transactionId,
    kind: 'debt_written_off',
    referenceId: transactionId,
    userId,
    description: reason,
    transfers: debtWrittenOff(userId, owed),
  });
  const dispute = await readDispute(db, id);
  await recordAuditEntry(context, caller, {
    action: 'write_off_debt',
    subject: { kind: 'user', id: userId },
    after: { disputeId: id, transactionId, amount: decimalOf(owed), reason },
  });
  return dispute;
});

/** Reads a dispute with its evidence. If there is no such dispute, rejects with NOT_FOUND. */
async function readDispute(db: Database, id: string): Promise<Dispute> {
  const row = await findDisputeDetail(db, id);
  if (row === null) throw new Rejection('NOT_FOUND');
  const [packs, signIns, parcels] = await Promise.all([
    row.purpose === 'order' ? listDisputedPacks(db, row.subject_id) : [],
    listSignIns(db, row.user_id, SIGN_INS_MOST),
    listDisputedParcels(db, row.subject_id),
  ]);
  const subjects = [row.user_id, row.subject_id, id, ...parcels.map((parcel) => parcel.id)];
  const entries = await listEntriesAbout(db, subjects, ENTRIES_MOST);
  return {
    ...summaryOf(row),
    providerId: row.provider_id,
    providerStatus: row.provider_status,
    fee: row.fee,
    feeReturned: row.fee_returned,
    debt: row.debt,
    openedAt: row.opened_at,
    pauseLiftedAt: row.pause_lifted_at,
    accountPause: row.account_pause,
    accountDebt: row.account_debt,
    evidence: {
      payment: {
        id: row.payment_id,
        intentId: row.intent_id,
        amount: row.payment_amount,
        paidAt: row.paid_at,
        subjectId: row.subject_id,
      },
      account: {
        createdAt: row.account_created_at,
        emailVerifiedAt: row.email_verified_at,
        fullName: row.full_name,
        address: row.address,
        otherPayments: row.other_payments,
      },
      packs: packs.map((pack) => ({
        id: pack.id,
        name: pack.name,
        serial: pack.serial,
        openedAt: pack.opened_at,
        cards: pack.cards.map((card) => ({ ...card, marketValue: toCents(card.marketValue) })),
      })),
      signIns: signIns.map((one) => ({
        at: one.at,
        lastUsedAt: one.last_used_at,
        ip: one.ip,
        userAgent: one.user_agent,
      })),
      shipments: parcels.map((parcel) => ({
        id: parcel.id,
        status: parcel.status,
        address: parcel.address === null ? null : addressLine(parcel.address),
        carrier: parcel.carrier,
        trackingNumber: parcel.tracking_number,
        requestedAt: parcel.requested_at,
        shippedAt: parcel.shipped_at,
        deliveredAt: parcel.delivered_at,
      })),
      entries,
    },
  };
}

/** A parcel's address on one line. */
function addressLine(address: Record<string, string | null>): string {
  const { firstName, lastName, addressLine1, addressLine2, city, state, postalCode, country } =
    address;
  return [`${firstName} ${lastName}`, addressLine1, addressLine2, city, state, postalCode, country]
    .filter(Boolean)
    .join(', ');
}

function summaryOf(row: DisputeSummaryRow): DisputeSummary {
  return {
    id: row.id,
    state: row.state,
    user: { id: row.user_id, email: row.email },
    purpose: row.purpose,
    description: row.description,
    amount: row.amount,
    reason: row.reason,
    evidenceDueAt: row.evidence_due_at,
    raisedAt: row.raised_at,
    decidedAt: row.decided_at,
  };
}
