// The port to whoever charges cards, filled by `card-payments/stripe.ts`. No call of it may run inside
// a database transaction: it can take as long as a network does.
import type { Cents } from '#domain/money.ts';
import type { IntentStatus, PaymentPurpose } from '#domain/payment.ts';
import type { RefundStatus } from '#domain/refund.ts';
import { Rejection } from '#domain/rejection.ts';

/** A charge. `paymentId` makes the call repeatable: it is charged only once. */
export type Charge = {
  paymentId: string;
  userId: string;
  purpose: PaymentPurpose;
  amount: Cents;
  description: string;
  /** Whose saved cards may pay it; omitted: the browser supplies a card. */
  customerId?: string | null;
  /** The saved card that pays it, of that customer; omitted: the browser names one of theirs, or supplies one. */
  cardId?: string;
};

/** A card that the provider keeps for its owner. */
export type SavedCard = {
  id: string;
  customerId: string;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
};

/** A payment intent as the provider says it is at this moment. */
export type CardIntent = {
  id: string;
  clientSecret: string;
  status: IntentStatus;
  /** The amount requested, and the amount received. */
  amount: Cents;
  received: Cents;
  currency: string;
  /** The shop's own metadata on it; null if there is none. */
  paymentId: string | null;
  userId: string | null;
  purpose: string | null;
  /** The card that pays is to be saved for its owner. */
  savesCard: boolean;
  /** That card, once it has paid; null: none is to be saved, it has not paid, or the call did not ask for it. */
  savedCard: SavedCard | null;
  /** Alike for a card, whoever pays with it; null: nothing was charged, or the call did not ask for it. */
  cardFingerprint: string | null;
};

/** A refund that the shop asks for. */
export type RefundOrder = { refundId: string; paymentId: string; intentId: string; amount: Cents };

/** A refund as the provider says it is at this moment. */
export type CardRefund = {
  id: string;
  amount: Cents;
  status: RefundStatus;
  /** Why it failed, in the provider's words. */
  problem: string | null;
  /** The shop's own metadata on it; null where somebody else made it. */
  refundId: string | null;
  madeAt: Date;
};

/** A dispute as the provider says it is at this moment. */
export type CardDispute = {
  id: string;
  intentId: string | null;
  /** The provider's own word. */
  status: string;
  reason: string;
  amount: Cents;
  /** What the provider has taken for it so far, and given back of that. Neither ever falls. */
  fees: { taken: Cents; returned: Cents };
  /** Until when the bank takes evidence; null: it takes none. */
  evidenceDueAt: Date | null;
  raisedAt: Date;
};

/** A movement of the shop's balance at the provider. */
export type CardMovement = {
  id: string;
  /** The provider's own word: `charge`, `refund`, `payout` and so on. */
  category: string;
  /** What came in, before the fee; negative for what went out. */
  amount: Cents;
  /** What the provider kept of it; negative for a fee that came back. */
  fee: Cents;
  /** Of both; in another than the shop's they are no cents of the books. */
  currency: string;
  /** The charge, refund, dispute or payout that moved it. */
  sourceId: string | null;
  intentId: string | null;
  description: string;
  at: Date;
};

/** Something happened to an intent; which state it is in now is to be asked. */
export type CardEvent = { id: string; type: string; intentId: string | null };

/**
 * Every method rejects with UNAVAILABLE when the provider can't be reached or has a fault of its own;
 * whether the call took effect is then unknown, and it may be repeated. When the provider understood
 * and said no, they reject with CardRefusal.
 */
export type CardProvider = {
  publishableKey: string;
  /** True: the sandbox inside the shop, no real money. */
  sandbox: boolean;
  createIntent: (charge: Charge) => Promise<CardIntent>;
  /** Null when the provider knows no such intent. */
  findIntent: (intentId: string) => Promise<CardIntent | null>;
  /** The payment intents that were begun since an instant, oldest first. */
  listIntents: (since: Date) => Promise<CardIntent[]>;
  /**
   * Has the card that pays an intent kept for its owner as soon as it has paid: they are the provider's customer then. Null: it is
   * not kept.
   */
  saveCardOf: (
    intentId: string,
    owner: { userId: string; customerId: string | null } | null,
  ) => Promise<CardIntent>;
  /**
   * Cancels, and returns what the intent is then: `canceled`, or what it was too late to stop. Null when
   * the provider knows no such intent.
   */
  cancelIntent: (intentId: string) => Promise<CardIntent | null>;
  /**
   * Gives money back. `refundId` makes the call repeatable for as long as the provider remembers it, which is a
   * day: whoever asks later has to look at `listRefunds` first.
   */
  refund: (asked: RefundOrder) => Promise<CardRefund>;
  /** All refunds of an intent, whoever made them, oldest first. */
  listRefunds: (intentId: string) => Promise<CardRefund[]>;
  /** The disputes of an intent; an intent has none as a rule. */
  listDisputes: (intentId: string) => Promise<CardDispute[]>;
  /** The newest disputes of all intents. */
  listNewestDisputes: () => Promise<CardDispute[]>;
  /** The movements of the shop's balance since an instant, oldest first. */
  listMovements: (since: Date) => Promise<CardMovement[]>;
  /** Keeps a card for its owner, who becomes the provider's customer with the first one. Null: it is no card. */
  saveCard: (
    owner: { userId: string; customerId: string | null },
    cardId: string,
  ) => Promise<SavedCard | null>;
  forgetCard: (cardId: string) => Promise<void>;
  /** Reads a webhook's body. Rejects with VALIDATION_ERROR when the signature is bad or old. */
  readEvent: (body: Uint8Array, signature: string) => CardEvent;
};

/** The provider's no to something that the shop asked for: a fault of ours, or of its settings. */
export class CardRefusal extends Error {
  override readonly name = 'CardRefusal';
  readonly status: number;
  /** The provider's word for it, such as `amount_too_large`; null: it has none. */
  readonly code: string | null;
  constructor(message: string, status: number, code: string | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

/** Whether an error means that the provider could not be reached. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Rejection && error.code === 'UNAVAILABLE';
}
