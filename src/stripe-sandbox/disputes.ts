// Makes the sandbox's disputes, as in Stripe's test mode. Some test cards raise a dispute as soon as they are charged.
// Evidence with the text `winning_evidence` or `losing_evidence` decides a dispute.
import type { Transaction } from '#engine/database.ts';
import { groupOf, textOf, textsOf, type Form } from './form.ts';
import { recordMovement } from './balance.ts';
import { newId, nowS } from './ids.ts';
import * as objects from './objects.ts';
import {
  invalidRequest,
  noSuch,
  recordEvent,
  type Intent,
  type PaymentMethod,
  type SandboxResponse,
} from './objects.ts';
import {
  listSandboxDisputes,
  lockObject,
  storeObject,
  type SandboxObject,
} from './sandbox-queries.ts';
import type { DisputeCause } from './test-cards.ts';

/** Stripe's fee for a dispute in Canada, in cents. Stripe keeps the fee even if the shop wins. */
const FEE = 1_500;
/** The seconds for which evidence is accepted. */
const EVIDENCE_S = 9 * 86_400;
const LIST_MOST = 100;

type Dispute = SandboxObject & {
  object: 'dispute';
  amount: number;
  balance_transactions: Record<string, unknown>[];
  charge: string;
  currency: string;
  evidence: Record<string, string>;
  evidence_details: {
    due_by: number | null;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  is_charge_refundable: boolean;
  payment_intent: string;
  reason: string;
  status: string;
};

/** Charges a card. Some test cards raise a dispute at once. */
export async function confirmIntent(
  db: Transaction,
  id: string,
  form: Form,
): Promise<SandboxResponse> {
  const response = await objects.confirmIntent(db, id, form);
  const intent = response.body as Intent;
  if (intent.status === 'succeeded') {
    const method = await lockObject<PaymentMethod>(
      db,
      'payment_method',
      intent.payment_method ?? '',
    );
    const cause = method?.outcome?.dispute;
    if (cause !== undefined) await raiseDispute(db, intent, cause);
  }
  return response;
}

async function raiseDispute(
  db: Transaction,
  intent: Intent,
  { reason, isInquiry }: DisputeCause,
): Promise<void> {
  const dispute: Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: intent.amount,
    balance_transactions: [],
    charge: intent.latest_charge!,
    created: nowS(),
    currency: intent.currency,
    evidence: {},
    evidence_details: {
      due_by: nowS() + EVIDENCE_S,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  if (!isInquiry) await moveFunds(db, dispute, -dispute.amount, FEE);
  await storeObject(db, dispute);
  await recordEvent(db, 'charge.dispute.created', dispute);
  if (!isInquiry) await recordEvent(db, 'charge.dispute.funds_withdrawn', dispute);
}

async function moveFunds(
  db: Transaction,
  dispute: Dispute,
  amount: number,
  fee: number,
): Promise<void> {
  dispute.balance_transactions.push(
    await recordMovement(db, {
      type: 'adjustment',
      category: amount < 0 ? 'dispute' : 'dispute_reversal',
      amount,
      fee,
      source: dispute.id,
    }),
  );
}

export async function listDisputes(db: Transaction, form: Form): Promise<SandboxResponse> {
  const data = await listSandboxDisputes(db, textOf(form, 'payment_intent') ?? null, LIST_MOST);
  return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/disputes' } };
}

export async function retrieveDispute(db: Transaction, id: string): Promise<SandboxResponse> {
  return { status: 200, body: await findDispute(db, id) };
}

async function findDispute(db: Transaction, id: string): Promise<Dispute> {
  const dispute = await lockObject<Dispute>(db, 'dispute', id);
  if (dispute === null) throw noSuch('dispute', id);
  return dispute;
}

/**
 * Stores evidence, and sends it to the bank unless `submit` is false. Only the texts `winning_evidence` and
 * `losing_evidence` decide the dispute.
 */
export async function updateDispute(
  db: Transaction,
  id: string,
  form: Form,
): Promise<SandboxResponse> {
  const dispute = await findUndecided(db, id);
  Object.assign(dispute.evidence, textsOf(groupOf(form, 'evidence')));
  dispute.evidence_details.has_evidence = Object.keys(dispute.evidence).length > 0;
  if (textOf(form, 'submit') === 'false') {
    await storeObject(db, dispute);
    return { status: 200, body: dispute };
  }
  dispute.evidence_details.submission_count += 1;
  const text = dispute.evidence['uncategorized_text'];
  if (text === 'winning_evidence') return decide(db, dispute, true);
  if (text === 'losing_evidence') return decide(db, dispute, false);
  dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review';
  await storeObject(db, dispute);
  await recordEvent(db, 'charge.dispute.updated', dispute);
  return { status: 200, body: dispute };
}

/** Accepts a dispute as lost, on behalf of the shop. */
export async function closeDispute(db: Transaction, id: string): Promise<SandboxResponse> {
  return decide(db, await findUndecided(db, id), false);
}

/** Decides a dispute as the bank would, for drills. */
export async function decideDispute(
  db: Transaction,
  id: string,
  isWon: boolean,
): Promise<SandboxResponse> {
  return decide(db, await findUndecided(db, id), isWon);
}

/** Turns an inquiry into a dispute. */
export async function escalateInquiry(db: Transaction, id: string): Promise<SandboxResponse> {
  const dispute = await findUndecided(db, id);
  if (!isInquiry(dispute)) throw invalidRequest('This dispute is not an inquiry.');
  dispute.status = 'needs_response';
  dispute.is_charge_refundable = false;
  await moveFunds(db, dispute, -dispute.amount, FEE);
  await storeObject(db, dispute);
  await recordEvent(db, 'charge.dispute.funds_withdrawn', dispute);
  await recordEvent(db, 'charge.dispute.updated', dispute);
  return { status: 200, body: dispute };
}

async function findUndecided(db: Transaction, id: string): Promise<Dispute> {
  const dispute = await findDispute(db, id);
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) {
    throw invalidRequest('This dispute is already closed.');
  }
  return dispute;
}

function isInquiry(dispute: Dispute): boolean {
  return dispute.status.startsWith('warning_');
}

/** Decides a dispute. A won inquiry is closed. A lost inquiry takes the money only now. */
async function decide(db: Transaction, dispute: Dispute, isWon: boolean): Promise<SandboxResponse> {
  const wasInquiry = isInquiry(dispute);
  dispute.status = isWon ? (wasInquiry ? 'warning_closed' : 'won') : 'lost';
  dispute.evidence_details.due_by = null;
  dispute.is_charge_refundable = false;
  const isMoved = isWon !== wasInquiry;
  if (isMoved)
    await moveFunds(db, dispute, isWon ? dispute.amount : -dispute.amount, isWon ? 0 : FEE);
  await storeObject(db, dispute);
  if (isMoved) {
    const type = isWon ? 'funds_reinstated' : 'funds_withdrawn';
    await recordEvent(db, `charge.dispute.${type}`, dispute);
  }
  await recordEvent(db, 'charge.dispute.closed', dispute);
  return { status: 200, body: dispute };
}
