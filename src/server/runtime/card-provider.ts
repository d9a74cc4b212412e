// The port to the card provider, implemented by `card-payments/stripe.ts`. None of its calls may
// run inside a database transaction: a call can take as long as a network does.
import type { Cents } from '#domain/money.ts';
import type { IntentStatus, PaymentPurpose } from '#domain/payment.ts';
import type { RefundStatus } from '#domain/refund.ts';
import { Rejection } from '#domain/rejection.ts';

/** A charge. `paymentId` makes the call idempotent: the card is charged only once. */
export type Charge = {
  paymentId: string;
  userId: string;
  purpose: PaymentPurpose;
  amount: Cents;
  description: string;
  /** The customer whose saved cards may pay it; omitted: the browser supplies a card. */
  customerId?: string | null;
  /** The saved card of that customer that pays it; omitted: the browser names a saved card, or supplies one. */
  cardId?: string;
};

/** A card that the provider stores for its owner. */
export type SavedCard = {
  id: string;
  customerId: string;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
};

/** A payment intent in the provider's current state. */
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
  /** Whether the card that pays is to be saved for its owner. */
  savesCard: boolean;
  /**
   * That card, once it has paid; null: none is to be saved, it has not paid, or the call did not
   * request it.
   */
  savedCard: SavedCard | null;
  /**
   * The same for one card whoever pays with it; null: nothing was charged, or the call did not
   * request it.
   */
  cardFingerprint: string | null;
};

/** A refund that the shop requests. */
export type RefundOrder = { refundId: string; paymentId: string; intentId: string; amount: Cents };

/** A refund in the provider's current state. */
export type CardRefund = {
  id: string;
  amount: Cents;
  status: RefundStatus;
  /** Why it failed, in the provider's words. */
  problem: string | null;
  /** The shop's own metadata on it; null if it was made outside the shop. */
  refundId: string | null;
  madeAt: Date;
};

/** A dispute in the provider's current state. */
export type CardDispute = {
  id: string;
  intentId: string | null;
  /** The provider's own status. */
  status: string;
  reason: string;
  amount: Cents;
  /**
   * The fees that the provider has taken for it so far, and those that it has returned. Neither
   * ever falls.
   */
  fees: { taken: Cents; returned: Cents };
  /** The bank's deadline for evidence; null: it accepts none. */
  evidenceDueAt: Date | null;
  raisedAt: Date;
};

/** A movement of the shop's balance at the provider. */
export type CardMovement = {
  id: string;
  /** The provider's own category: `charge`, `refund`, `payout` and so on. */
  category: string;
  /** Money received, before the fee; negative for money paid out. */
  amount: Cents;
  /** The provider's fee; negative for a returned fee. */
  fee: Cents;
  /**
   * The currency of both. Amounts in another currency than the shop's must not enter the ledger.
   */
  currency: string;
  /** The charge, refund, dispute or payout that caused it. */
  sourceId: string | null;
  intentId: string | null;
  description: string;
  at: Date;
};

/** Something happened to an intent. Its current state must be read from the provider. */
export type CardEvent = { id: string; type: string; intentId: string | null };

/**
 * Every method rejects with UNAVAILABLE when the provider can't be reached or has an error of its
 * own. Whether the call took effect is then unknown, and it may be repeated. When the provider
 * understood and refused, the methods reject with CardRefusal.
 */
export type CardProvider = {
  publishableKey: string;
  /** True: the sandbox inside the shop, no real money. */
  sandbox: boolean;
  createIntent: (charge: Charge) => Promise<CardIntent>;
  /** Null when the provider knows no such intent. */
  findIntent: (intentId: string) => Promise<CardIntent | null>;
  /** The payment intents created since an instant, oldest first. */
  listIntents: (since: Date) => Promise<CardIntent[]>;
  /**
   * Makes the provider store the card that pays an intent for its owner, who becomes the provider's
   * customer, as soon as it has paid. Null: it is not stored.
   */
  saveCardOf: (
    intentId: string,
    owner: { userId: string; customerId: string | null } | null,
  ) => Promise<CardIntent>;
  /**
   * Cancels, and returns the intent's state afterwards: `canceled`, or the one that came too late
   * to cancel. Null when the provider knows no such intent.
   */
  cancelIntent: (intentId: string) => Promise<CardIntent | null>;
  /**
   * Refunds money. `refundId` makes the call idempotent for as long as the provider remembers it,
   * which is a day. A later caller must check `listRefunds` first.
   */
  refund: (asked: RefundOrder) => Promise<CardRefund>;
  /** All refunds of an intent, by the shop or not, oldest first. */
  listRefunds: (intentId: string) => Promise<CardRefund[]>;
  /** The disputes of an intent; most intents have none. */
  listDisputes: (intentId: string) => Promise<CardDispute[]>;
  /** The newest disputes of all intents. */
  listNewestDisputes: () => Promise<CardDispute[]>;
  /** The movements of the shop's balance since an instant, oldest first. */
  listMovements: (since: Date) => Promise<CardMovement[]>;
  /**
   * Stores a card for its owner, who becomes the provider's customer with the first one. Null: it
   * is no card.
   */
  saveCard: (
    owner: { userId: string; customerId: string | null },
    cardId: string,
  ) => Promise<SavedCard | null>;
  forgetCard: (cardId: string) => Promise<void>;
  /** Parses a webhook's body. Rejects with VALIDATION_ERROR when the signature is bad or old. */
  readEvent: (body: Uint8Array, signature: string) => CardEvent;
};

/** The provider refused a request of the shop: a bug of ours, or wrong settings. */
export class CardRefusal extends Error {
  override readonly name = 'CardRefusal';
  readonly status: number;
  /** The provider's code, such as `amount_too_large`; null: it has none. */
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
