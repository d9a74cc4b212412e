// A charge that the cardholder takes back at their bank (docs/product.md §6): how the provider's words for
// it read here, what an account may do meanwhile, and what a lost one costs whom.
import { DISPUTE_STEPS, type DisputeState } from './dispute-state.ts';
import type { HouseAccount } from './house-accounts.ts';
import type { LedgerAccount, Transfer } from './ledger.ts';
import { difference, toCents, ZERO, type Cents } from './money.ts';
import type { PaymentPurpose } from './payment.ts';
import { Rejection } from './rejection.ts';
import type { RefundQuote } from './refund.ts';
import type { TaxLine } from './tax-lines.ts';

/** The card provider's own words for a dispute. */
const STATE_OF: ReadonlyMap<string, DisputeState> = new Map([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'closed'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  // Settled with the bank before it became one: no money is missing.
  ['prevented', 'closed'],
]);

/** The state that the provider's status means. A word that is not known yet is one that waits for an answer. */
export function disputeStateOf(status: string): DisputeState {
  return STATE_OF.get(status) ?? 'open';
}

/**
 * What brings a recorded dispute (null: none yet) to what the provider says of it now. Events come in any
 * order, so the end may be known first: then it is opened and decided at once.
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
      // A dispute that was taken back for good is as good as won.
      return from === 'open' ? ['win'] : from === null ? ['inquire', 'close'] : ['close'];
    default: {
      const decide = to === 'won' ? 'win' : 'lose';
      return from === 'open' ? [decide] : ['open', decide];
    }
  }
}

/** Whether the bank has decided who has the money. */
export function isDecided(state: DisputeState | null): boolean {
  return state !== null && DISPUTE_STEPS[state].length === 0;
}

/** Why an account may not buy, sell or ship: a payment is disputed, or a lost one left a debt. */
export const PAUSES = ['dispute', 'debt'] as const;
export type Pause = (typeof PAUSES)[number];

export const PAUSE_SENTENCES: Record<Pause, string> = {
  dispute:
    'A payment of yours is disputed at your bank. Until that is decided, buying, selling and shipping are paused.',
  debt: 'Your account owes the shop for a payment whose money went back to you. Add credits to pay it; until then buying, selling and shipping are paused.',
};

/** Rejects with ACCOUNT_PAUSED. */
export function refuseWhilePaused(pause: Pause | null): void {
  if (pause !== null) throw new Rejection('ACCOUNT_PAUSED', PAUSE_SENTENCES[pause]);
}

/** The same for a card payment: credits are how a debt is paid. */
export function refusePaymentWhilePaused(pause: Pause | null, purpose: PaymentPurpose): void {
  if (purpose === 'top_up' && pause === 'debt') return;
  refuseWhilePaused(pause);
}

/** The bank took an amount back: it is neither here nor gone until the dispute is decided. */
export function disputeOpened(amount: Cents): Transfer[] {
  return [{ debit: 'house:disputes', credit: 'house:card_clearing', amount }];
}

/** The bank gave it back. */
export function disputeWon(amount: Cents): Transfer[] {
  return [{ debit: 'house:card_clearing', credit: 'house:disputes', amount }];
}

/** What the provider charges for a dispute. */
export function disputeFee(amount: Cents): Transfer[] {
  return [{ debit: 'house:dispute_losses', credit: 'house:card_clearing', amount }];
}

export function disputeFeeReturned(amount: Cents): Transfer[] {
  return [{ debit: 'house:card_clearing', credit: 'house:dispute_losses', amount }];
}

/** What a disputed payment bought, as it stands when the dispute is lost. */
export type Disputed =
  | {
      purpose: 'order';
      /** What was paid for the packs that are still sealed: their sale is undone. */
      unopened: RefundQuote;
      /** What its owner has of the rest: credits for cards sold back, the value of cards that left, and refunds besides. */
      gone: Cents;
    }
  /** `fee`: what the parcel cost, if it has not left and so is undone; null: it has. */
  | { purpose: 'shipment'; fee: Cents | null; taxes: TaxLine[] }
  | { purpose: 'top_up'; credits: Cents; fee: Cents }
  /** Nothing was delivered for it. `kept`: what was refunded, and so is had twice. */
  | { purpose: 'nothing'; kept: Cents };

/**
 * What a lost dispute comes to: what its user owes, what the house loses (negative: gains) by it, and how much the
 * bank has paid of what the house owed the card, which is a part of that loss.
 */
export type Loss = { transfers: Transfer[]; debt: Cents; loss: Cents; covered: Cents };

/**
 * Who bears what the bank keeps: a sale that is undone is no sale, what the buyer keeps they owe, up to what
 * they paid, and the rest is the house's loss. A bank may take back a part only: what of a sale that is undone it
 * did not take makes up for losses. `owed`: refunds that the card did not get, and its bank pays before anything
 * becomes a debt.
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
  const debt = bearBeyond({ debtorId: userId }, keptOf(disputed, left));
  if (disputed.purpose === 'top_up') bearBeyond('house:fees', disputed.fee);
  const lost = bear('house:dispute_losses', left);
  return { transfers, debt, loss: toCents(lost - regained), covered };
}

/** What its user keeps of a payment, of which `all` was not undone. */
function keptOf(disputed: Disputed, all: Cents): Cents {
  switch (disputed.purpose) {
    case 'order':
      return disputed.gone;
    case 'shipment':
      return disputed.fee === null ? all : ZERO;
    case 'top_up':
      return disputed.credits;
    case 'nothing':
      return disputed.kept;
  }
}

/** The house gives up a debt. */
export function debtWrittenOff(userId: string, amount: Cents): Transfer[] {
  return [{ debit: 'house:dispute_losses', credit: { debtorId: userId }, amount }];
}
