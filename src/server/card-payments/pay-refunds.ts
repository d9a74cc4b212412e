// Brings the refunds of a payment to their state at the card provider, whether the shop or somebody
// else made them. Webhook, reconciler and refund requests may each do so, and repeatedly.
import { cardRefund, returnedRefund, sumForCard, takenBack } from '#domain/ledger.ts';
import { disputeStateOf } from '#domain/dispute.ts';
import { difference, sum, ZERO, type Cents } from '#domain/money.ts';
import { isOwed, refundStateAfter, waysOfFailedRefund } from '#domain/refund.ts';
import { notify } from '../accounts/notify.ts';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { refundMail } from '../mail/templates/refund.ts';
import { insertNotice } from '../notices/notices-queries.ts';
import { refundFailedMail } from '../mail/templates/refund-failed.ts';
import { CardRefusal, isUnreachable, type CardRefund } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { bookRefundDebt } from './book-refund-debt.ts';
import { bookTakeBack } from './book-take-back.ts';
import { insertRest } from './close-refund.ts';
import { askMoneyQuestion } from './money-questions-queries.ts';
import { listKnownDisputes, updatePayment } from './payments-queries.ts';
import {
  countReturned,
  describeReturned,
  failRefund,
  findBankOf,
  insertRefundOfProvider,
  listRefundsOf,
  noteRefundProblem,
  replaceRefund,
  sumRefundsOf,
  updateRefund,
  type RefundRow,
} from './refunds-queries.ts';
import { purchaseOf, withPayment } from './with-payment.ts';

/** Reads all refunds of a payment from the provider, and books those that the shop's books don't have. */
export async function bookRefunds(context: Context, payment: Payment): Promise<Payment> {
  if (payment.intentId === null) return payment;
  const listed = await context.cardProvider!.listRefunds(payment.intentId);
  return withPayment(context, payment, (inside, locked) => takeInRefunds(inside, locked, listed));
}

/**
 * Refunds the due money of a payment to its card. Asks the provider for existing refunds first,
 * because a response may have been lost so long ago that the provider has forgotten the idempotency
 * key. While a bank holds the money, does nothing. If the shop wins the dispute, the refund goes
 * on; if it loses, the bank has already paid the cardholder.
 */
export async function payRefunds(context: Context, known: Payment): Promise<Payment> {
  let payment = await bookRefunds(context, known);
  const due = (await listRefundsOf(context.db, payment.id)).filter(({ state }) => state === 'due');
  if (due.length === 0 || (await waitsForBank(context, payment))) return payment;
  for (const refund of due) payment = await payRefund(context, payment, refund);
  return payment;
}

/**
 * Whether a bank holds the money of a payment. It does while a dispute is undecided, or while a
 * lost dispute is not in the books yet. Also asks the provider, which may know of a dispute before
 * the shop does.
 */
async function waitsForBank({ db, cardProvider }: Context, payment: Payment): Promise<boolean> {
  const known = await listKnownDisputes(db, payment.id);
  if (known.some(({ state }) => state === 'open')) return true;
  const lost = new Set(known.filter(({ state }) => state === 'lost').map((one) => one.provider_id));
  const told = await cardProvider!.listDisputes(payment.intentId!);
  return told.some(({ id, status }) => {
    const state = disputeStateOf(status);
    return state === 'open' || (state === 'lost' && !lost.has(id));
  });
}

/**
 * Like `payRefunds`, but if the provider can't or won't pay, logs the error instead of throwing it.
 * The reconciler or an operator refunds the money later.
 */
export async function payRefundsNow(context: Context, payment: Payment): Promise<Payment> {
  try {
    return await payRefunds(context, payment);
  } catch (error) {
    if (!isUnreachable(error) && !(error instanceof CardRefusal)) throw error;
    context.log.error(
      { event: 'refund_delayed', err: error, paymentId: payment.id },
      'Could not send a refund to the card provider, will retry',
    );
    return payment;
  }
}

async function payRefund(context: Context, payment: Payment, refund: RefundRow): Promise<Payment> {
  const { amount, id: refundId } = refund;
  try {
    const given = await context.cardProvider!.refund({
      refundId,
      paymentId: payment.id,
      intentId: payment.intentId!,
      amount,
    });
    return await withPayment(context, payment, (inside, locked) =>
      takeInRefunds(inside, locked, [given]),
    );
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
    if (!isFinal(error) || (await isOfOpenDispute(context.db, payment.id, error))) {
      await inTransaction(context.db, (db) => noteRefundProblem(db, refundId, error.message));
      throw error;
    }
    context.log.error(
      { event: 'refund_refused', err: error, refundId },
      'The card provider refused a refund for good: an operator must replace it',
    );
    return withPayment(context, payment, async (inside, locked) => {
      const now = (await listRefundsOf(inside.db, payment.id)).find(({ id }) => id === refundId);
      if (now?.state !== 'due') return locked;
      await failRefund(inside.db, refundId, error.message);
      await tellOfFailure(inside, locked, now);
      return locked;
    });
  }
}

/**
 * Mails the payer once that their money went back. The credit note is attached. `refund.id` is also
 * the id of the refund's transaction.
 */
export async function tellOfRefund(
  inside: Context<Transaction>,
  { userId, description }: Pick<Payment, 'userId' | 'description'>,
  { id, amount }: Pick<RefundRow, 'id' | 'amount'>,
  to: 'card' | 'balance',
): Promise<void> {
  const packs = await countReturned(inside.db, id);
  const facts = { id, amount, description, to, ...(packs === null ? {} : { packs }) };
  const mail = refundMail(facts, letterheadOf(inside));
  await insertNotice(inside.db, userId, { kind: 'refunded', amount, subjectId: id });
  await notify(inside, userId, 'always', mail, `refund ${id}`);
}

/** Mails the payer once that their refund did not arrive. */
async function tellOfFailure(
  inside: Context<Transaction>,
  payment: Payment,
  { id, amount }: RefundRow,
): Promise<void> {
  const { canBePaid } = waysOfFailedRefund(amount, await findBankOf(inside.db, payment.id));
  const mail = refundFailedMail({
    description: payment.description,
    amount,
    isWithBank: !canBePaid,
    head: letterheadOf(inside),
  });
  await notify(inside, payment.userId, 'always', mail, `refund ${id} failed`);
}

/**
 * The error codes with which the provider refuses a refund while a bank holds the charge's money.
 */
const OF_DISPUTES = ['charge_disputed', 'refund_disputed_payment'];

/**
 * Whether the provider refused a refund because of an undecided dispute. The shop may not know of
 * the dispute yet, because the dispute began a moment ago.
 */
async function isOfOpenDispute(
  db: Database,
  paymentId: string,
  { code }: CardRefusal,
): Promise<boolean> {
  if (code === null || !OF_DISPUTES.includes(code)) return false;
  const states = (await listKnownDisputes(db, paymentId)).map(({ state }) => state);
  return states.includes('open') || !states.some((state) => state === 'won' || state === 'lost');
}

/**
 * Whether another try would also fail. A refusal because of the shop's keys or balance is not
 * final, because the operator can fix these.
 */
function isFinal({ status, code }: CardRefusal): boolean {
  return [400, 402, 404].includes(status) && code !== 'balance_insufficient';
}

/** Books what the provider reports about a payment's refunds. The caller must have locked the payment. */
async function takeInRefunds(
  inside: Context<Transaction>,
  payment: Payment,
  listed: CardRefund[],
): Promise<Payment> {
  // Handles the refunds that the shop requested before all others. If the response to a request was
  // lost, its refund is then no longer owed when a refund from outside the shop is matched.
  const ownFirst = listed.toSorted(
    (a, b) => Number(a.refundId === null) - Number(b.refundId === null),
  );
  for (const given of ownFirst) {
    const known = findOwn(await listRefundsOf(inside.db, payment.id), given);
    if (known !== null) await moveRefund(inside, payment, known, given);
    else if (given.status !== 'failed' && given.status !== 'canceled') {
      const found = await takeInForeign(inside, payment, given);
      await moveRefund(inside, payment, found, given);
    }
  }
  return endRefunded(inside.db, payment);
}

/**
 * If a payment is owed back as a whole and none of its refunds is owed any more, marks the payment
 * as `refunded`.
 */
export async function endRefunded(db: Transaction, payment: Payment): Promise<Payment> {
  if (payment.state !== 'refund_due') return payment;
  const refunds = await listRefundsOf(db, payment.id);
  const isBack = refunds.length > 0 && !refunds.some((one) => isOwed(stateOf(one)));
  return isBack ? updatePayment(db, payment.id, 'refunded', null) : payment;
}

function stateOf(row: RefundRow): Parameters<typeof isOwed>[0] {
  return { state: row.state, replacedBy: row.replaced_by };
}

/**
 * Finds the shop's refund for a refund of the provider, by the provider's id or by the shop's id in
 * the metadata. A refund from outside the shop matches a due refund of exactly its amount.
 */
function findOwn(refunds: RefundRow[], given: CardRefund): RefundRow | null {
  const unasked = refunds.filter((one) => one.state === 'due' && one.provider_id === null);
  return (
    refunds.find((one) => one.provider_id === given.id) ??
    refunds.find((one) => one.provider_id === null && one.id === given.refundId) ??
    (given.refundId === null && refundStateAfter('due', given.status) !== 'failed'
      ? unasked.find((one) => one.amount === given.amount)
      : undefined) ??
    null
  );
}

async function moveRefund(
  inside: Context<Transaction>,
  payment: Payment,
  refund: RefundRow,
  { id: providerId, status, problem }: CardRefund,
): Promise<void> {
  const { db, log, ports } = inside;
  const state = refundStateAfter(refund.state, status);
  if (state === refund.state && refund.provider_id !== null) return;
  await updateRefund(db, refund.id, { state, providerId, problem });
  const { userId } = payment;
  const description = (await describeReturned(db, refund.id)) ?? payment.description;
  const journal = { referenceId: refund.id, userId, description };
  if (state === 'paid') {
    // The journal gets the refund's id, so that the user's transaction keeps its id when the refund
    // is paid.
    const transfers = cardRefund(refund.amount);
    await postJournal(db, { ...journal, id: refund.id, kind: 'refund', transfers });
    await ports.oweForRefund(inside, payment, refund);
    await tellOfRefund(inside, { userId, description }, refund, 'card');
  }
  if (state === 'failed' && refund.state !== 'failed') {
    log.error(
      { event: 'refund_failed', refundId: refund.id, problem },
      'A refund failed after the card provider had accepted it: an operator must replace it',
    );
    await tellOfFailure(inside, payment, refund);
    if (refund.state !== 'paid') return;
    const transfers = returnedRefund(refund.amount);
    await postJournal(db, { ...journal, kind: 'refund_failure', transfers });
  }
}

/**
 * Books a refund that was made outside the shop. The refund's amount first pays the owed refunds of
 * the payment. If some amount is left, takes back the things that the payment bought.
 */
async function takeInForeign(
  inside: Context<Transaction>,
  payment: Payment,
  given: CardRefund,
): Promise<RefundRow> {
  const { db, log } = inside;
  const { covered, over } = coverOwed(await listRefundsOf(db, payment.id), given.amount);
  // The covered refunds must fail before the new refund is inserted. Otherwise the refunds under
  // way would exceed the payment.
  for (const { id, state } of covered.map(({ owed }) => owed)) {
    if (state === 'due') await failRefund(db, id, 'Money went back outside the shop in its place');
  }
  const id = await insertRefundOfProvider(db, payment.id, given, 'Refunded outside the shop');
  for (const { owed, rest } of covered) {
    await replaceRefund(db, owed.id, rest > 0 ? await insertRest(db, owed, rest) : id);
  }
  if (over > 0) await takeBack(inside, payment, id, over);
  log.warn(
    { event: 'refund_outside_shop', paymentId: payment.id, amount: given.amount },
    'A refund was made at the card provider, outside the shop: booked here as well',
  );
  return (await listRefundsOf(db, payment.id)).find((one) => one.id === id)!;
}

/**
 * Splits an amount among the owed refunds. `covered` has the owed refunds that the amount pays,
 * each with its unpaid rest, and `over` is the amount that is left. If an owed refund has exactly
 * this amount, it is paid first.
 */
function coverOwed(
  refunds: RefundRow[],
  amount: Cents,
): { covered: { owed: RefundRow; rest: Cents }[]; over: Cents } {
  const owing = refunds
    .filter((one) => isOwed(stateOf(one)))
    .filter((one) => one.state === 'failed' || (one.state === 'due' && one.provider_id === null))
    .toSorted((a, b) => Number(b.amount === amount) - Number(a.amount === amount));
  const covered: { owed: RefundRow; rest: Cents }[] = [];
  let over = amount;
  for (const owed of owing) {
    if (over === 0) break;
    const paid = owed.amount < over ? owed.amount : over;
    covered.push({ owed, rest: difference(owed.amount, paid) });
    over = difference(over, paid);
  }
  return { covered, over };
}

/**
 * Takes back the things that the refunded payment bought. If the user has already spent some of
 * them, the user gets a debt. Things that can't be taken back are a loss of the house. Operators
 * get a report of debts and losses.
 */
async function takeBack(
  inside: Context<Transaction>,
  payment: Payment,
  refundId: string,
  amount: Cents,
): Promise<void> {
  const { db } = inside;
  const before = difference(await sumRefundsOf(db, payment.id), amount);
  const { transfers, owed } =
    payment.state === 'succeeded'
      ? await purchaseOf(inside, payment.purpose).takeBack(inside, payment, {
          amount,
          left: difference(payment.amount, before),
        })
      : { transfers: [], owed: ZERO };
  const found = sum(owed, sumForCard(transfers));
  if (found < amount) {
    const paymentId = payment.id;
    await askMoneyQuestion(db, {
      kind: 'refund_uncovered',
      subject: refundId,
      paymentId,
      amount: difference(amount, found),
      booked: null,
    });
  }
  await bookTakeBack(db, payment, refundId, takenBack(transfers, amount));
  if (owed === 0) return;
  await bookRefundDebt(inside, payment, { refundId, account: 'house:losses', amount: owed });
}
