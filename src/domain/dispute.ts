// Disputes are charges that a cardholder takes back at their bank (docs/product.md §6). This file maps the provider's
// statuses, restricts the account during a dispute, and divides the cost of a lost dispute.
import { DISPUTE_STEPS, type DisputeState } from './dispute-state.ts';
import type { HouseAccount } from './house-accounts.ts';
import type { LedgerAccount, Transfer } from './ledger.ts';
import { difference, toCents, ZERO, type Cents } from './money.ts';
import type { PaymentPurpose } from './payment.ts';
import { Rejection } from './rejection.ts';
import type { RefundQuote } from './refund.ts';
import type { TaxLine } from './tax-lines.ts';

/** The shop's state for each of the card provider's statuses. */
const STATE_OF: ReadonlyMap<string, DisputeState> = new Map([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'closed'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  // A `prevented` dispute was settled with the bank before it became a dispute, so no money is missing.
  ['prevented', 'closed'],
]);

/**
 * The shop's state for a provider's status. An unknown status counts as open, because the bank may
 * expect an answer.
 */
export function disputeStateOf(status: string): DisputeState {
  return STATE_OF.get(status) ?? 'open';
}

/**
 * The steps that bring a recorded dispute (`from`, null if not recorded yet) to the provider's state (`to`). Events
 * come in any order, so the first event may already report the decision. In that case, the dispute is opened and
 * decided at once.
 */
export function disputeSteps(
  from: DisputeState | null,
  to: DisputeState,
): ('inquire' | 'open' | 'win' | 'lose' | 'close')[] {
  if (from === to || isDecided(from)) return [];
  switch (to) {
    case 'inquiry':
      return from === null || from === 'closed' ? ['inquire'] : [];
    case 'open':
      return ['open'];
    case 'closed':
      // A dispute that the cardholder withdrew for good counts as won.
      return from === 'open' ? ['win'] : from === null ? ['inquire', 'close'] : ['close'];
    default: {
      const decide = to === 'won' ? 'win' : 'lose';
      return from === 'open' ? [decide] : ['open', decide];
    }
  }
}

/** Whether the bank has decided who gets the money. */
export function isDecided(state: DisputeState | null): boolean {
  return state !== null && DISPUTE_STEPS[state].length === 0;
}

/** Why an account may not buy, sell or ship: a payment is disputed, or a lost dispute left a debt. */
export const PAUSES = ['dispute', 'debt'] as const;
export type Pause = (typeof PAUSES)[number];

export const PAUSE_SENTENCES: Record<Pause, string> = {
  dispute:
    'A payment of yours is disputed at your bank. Until that is decided, buying, selling and shipping are paused.',
  debt: 'Your account owes the shop for a payment whose money went back to you. Add credits to pay it; until then buying, selling and shipping are paused.',
};

/** Rejects with ACCOUNT_PAUSED if the account has a reason to pause. */
export function refuseWhilePaused(pause: Pause | null): void {
  if (pause !== null) throw new Rejection('ACCOUNT_PAUSED', PAUSE_SENTENCES[pause]);
}

/**
 * Like {@link refuseWhilePaused}, for card payments. Buying credits stays allowed with a debt, because credits pay
 * the debt.
 */
export function refusePaymentWhilePaused(pause: Pause | null, purpose: PaymentPurpose): void {
  if (purpose === 'top_up' && pause === 'debt') return;
  refuseWhilePaused(pause);
}

/** The bank took an amount back. Until the decision, the amount is on the account `house:disputes`. */
export function disputeOpened(amount: Cents): Transfer[] {
  return [{ debit: 'house:disputes', credit: 'house:card_clearing', amount }];
}

/** The bank gave a disputed amount back. */
export function disputeWon(amount: Cents): Transfer[] {
  return [{ debit: 'house:card_clearing', credit: 'house:disputes', amount }];
}

/** Books the provider's fee for a dispute. */
export function disputeFee(amount: Cents): Transfer[] {
  return [{ debit: 'house:dispute_losses', credit: 'house:card_clearing', amount }];
}

export function disputeFeeReturned(amount: Cents): Transfer[] {
  return [{ debit: 'house:card_clearing', credit: 'house:dispute_losses', amount }];
}

/** The goods of a disputed payment, as they are when the dispute is lost. */
export type Disputed =
  | {
      purpose: 'order';
      /** What was paid for packs that are still sealed. The sale of those packs is undone. */
      unopened: RefundQuote;
      /**
       * The total that the owner got from the other packs. It consists of credits for cards sold back, the value of
       * cards that left, and other refunds.
       */
      gone: Cents;
    }
  /** `fee` is the fee of a parcel that has not left, whose shipment the loss undoes. Null if the parcel has left. */
  | { purpose: 'shipment'; fee: Cents | null; taxes: TaxLine[] }
  | { purpose: 'top_up'; credits: Cents; fee: Cents }
  /**
   * The payment delivered nothing. `unrecovered` is what the shop has already refunded, which the buyer now has
   * twice.
   */
  | { purpose: 'nothing'; unrecovered: Cents };

/**
 * The result of a lost dispute. `debt` is what the user owes. `loss` is the shop's loss, negative for a gain.
 * `covered` is the part of the loss that paid refunds which the shop owed to the card.
 */
export type Loss = { transfers: Transfer[]; debt: Cents; loss: Cents; covered: Cents };

/**
 * Divides the amount that the bank keeps. Sales that can be undone are undone first. After that, the buyer owes what
 * they keep, and the shop bears the rest. If the bank takes back only a part of the payment, the rest of an undone
 * sale reduces the shop's loss. `owed` is the sum of refunds that the card did not get. The bank's payment covers
 * these refunds before anything becomes a debt.
 */
export function planLoss(userId: string, amount: Cents, disputed: Disputed, owed: Cents): Loss {
  let left = amount;
  let regained = 0;
  const transfers: Transfer[] = [];
  const move = (debit: LedgerAccount, credit: LedgerAccount, part: Cents) => {
    if (part > 0) transfers.push({ debit, credit, amount: part });
  };
  const bear = (debit: LedgerAccount, most: Cents): Cents => {
    const part = toCents(Math.min(left, most));
    move(debit, 'house:disputes', part);
    left = difference(left, part);
    return part;
  };
  const undo = (account: HouseAccount, sold: Cents) => {
    const rest = difference(sold, bear(account, sold));
    move(account, 'house:dispute_losses', rest);
    regained += rest;
  };
  if (disputed.purpose === 'order') {
    undo('house:sales', disputed.unopened.goods);
    for (const { account, amount: tax } of disputed.unopened.taxes) undo(account, tax);
    undo('house:fees', disputed.unopened.fee);
  }
  if (disputed.purpose === 'shipment' && disputed.fee !== null) {
    undo('house:shipping', disputed.fee);
    for (const { account, amount: tax } of disputed.taxes) undo(account, tax);
  }
  const covered = toCents(Math.min(left, owed));
  const bearBeyond = (debit: LedgerAccount, most: Cents) =>
    bear(debit, toCents(Math.min(most, difference(left, covered))));
  const debt = bearBeyond({ debtorId: userId }, retainedOf(disputed, left));
  if (disputed.purpose === 'top_up') bearBeyond('house:fees', disputed.fee);
  const lost = bear('house:dispute_losses', left);
  return { transfers, debt, loss: toCents(lost - regained), covered };
}

/** The amount of a payment whose goods the user keeps. `all` is the part of the payment that was not undone. */
function retainedOf(disputed: Disputed, all: Cents): Cents {
  switch (disputed.purpose) {
    case 'order':
      return disputed.gone;
    case 'shipment':
      return disputed.fee === null ? all : ZERO;
    case 'top_up':
      return disputed.credits;
    case 'nothing':
      return disputed.unrecovered;
  }
}

/** The shop writes off a debt. */
export function debtWrittenOff(userId: string, amount: Cents): Transfer[] {
  return [{ debit: 'house:dispute_losses', credit: { debtorId: userId }, amount }];
}
