// Defines the port to the card provider, which `card-payments/stripe.ts` implements. Never call it inside a database
// transaction, because a call can take as long as the network does.
import type { Cents } from '#domain/money.ts';
import type { IntentStatus, PaymentPurpose } from '#domain/payment.ts';
import type { RefundStatus } from '#domain/refund.ts';
import { Rejection } from '#domain/rejection.ts';

/** A charge. `paymentId` makes the call idempotent, so that the card is charged only once. */
export type Charge = {
  paymentId: string;
  userId: string;
  purpose: PaymentPurpose;
  amount: Cents;
  description: string;
  /** The customer whose saved cards may pay the charge. If omitted, the buyer's browser supplies the card. */
  customerId?: string | null;
  /**
   * The customer's saved card that pays the charge. If omitted, the browser names a saved card or supplies a new one.
   */
  cardId?: string;
};

/** A mark in the metadata of an intent. It says that the shop made the intent only to cause webhook events. */
export const WEBHOOK_TEST = 'webhook_test';

/** A card that the provider stores for its owner. */
export type SavedCard = {
  id: string;
  customerId: string;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
};

/** How the provider rates a payment's risk, as a word such as `elevated`, and as a score from 0 to 100. */
export type CardRisk = { level: string; score: number | null };

/** The current state of a payment intent at the provider. */
export type CardIntent = {
  id: string;
  clientSecret: string;
  status: IntentStatus;
  /** `amount`: what the shop requested. `received`: what the payer paid. */
  amount: Cents;
  received: Cents;
  currency: string;
  /** From the metadata that the shop gave the intent. Null if the intent has none. */
  paymentId: string | null;
  userId: string | null;
  purpose: string | null;
  /** Whether the paying card is to be saved for its owner. */
  savesCard: boolean;
  /**
   * The card that is to be saved, after this card has paid. It is null if no card is to be saved, if the card has not
   * paid yet, or if the call did not request this field.
   */
  savedCard: SavedCard | null;
  /**
   * A value that is the same for every user who pays with the same card. It is null if nothing was charged, or if the
   * call did not request this field.
   */
  cardFingerprint: string | null;
  /**
   * The country in which the card was issued. It is null if nothing was charged, if the call did not request this
   * field, or if the provider doesn't know.
   */
  cardCountry: string | null;
  /**
   * The provider's word and score for the payment's risk. They are null if nothing was charged, if the call did not
   * request them, or if the provider gives none.
   */
  risk: CardRisk | null;
};

/** A refund that the shop requests. */
export type RefundOrder = { refundId: string; paymentId: string; intentId: string; amount: Cents };

/** The current state of a refund at the provider. */
export type CardRefund = {
  id: string;
  amount: Cents;
  status: RefundStatus;
  /** Why the refund failed, in the provider's words. */
  problem: string | null;
  /** The id in the shop's metadata of the refund, or null if the refund was made outside the shop. */
  refundId: string | null;
  madeAt: Date;
};

/** The current state of a dispute at the provider. */
export type CardDispute = {
  id: string;
  intentId: string | null;
  /** The status in the provider's own words. */
  status: string;
  reason: string;
  amount: Cents;
  /**
   * The fees that the provider has taken for the dispute so far, and those that it has returned. Both amounts only
   * grow.
   */
  fees: { taken: Cents; returned: Cents };
  /** The bank's deadline for evidence, or null if the bank accepts no evidence. */
  evidenceDueAt: Date | null;
  raisedAt: Date;
};

/** A movement of the shop's balance at the provider. */
export type CardMovement = {
  id: string;
  /** The provider's own category, such as `charge`, `refund` or `payout`. */
  category: string;
  /** The money received, before the fee is subtracted. It is negative if money was paid out. */
  amount: Cents;
  /** The provider's fee. It is negative if the fee was returned. */
  fee: Cents;
  /** The currency of `amount` and `fee`. If it is not the shop's currency, the amounts must not enter the ledger. */
  currency: string;
  /** The id of the charge, refund, dispute or payout that caused the movement. */
  sourceId: string | null;
  intentId: string | null;
  description: string;
  at: Date;
};

/**
 * A message that something happened to an intent. It does not contain the intent's current state, which must be read
 * from the provider.
 */
export type CardEvent = { id: string; type: string; intentId: string | null };

/**
 * The card provider. If it can't be reached or has an internal error, every method rejects with UNAVAILABLE. The call
 * may or may not have taken effect, and may be repeated. If the provider refuses a request, the method rejects with
 * CardRefusal.
 */
export type CardProvider = {
  publishableKey: string;
  /** Whether this is the sandbox inside the shop, which moves no real money. */
  sandbox: boolean;
  createIntent: (charge: Charge) => Promise<CardIntent>;
  /** Returns an intent, or null if the provider knows no such intent. */
  findIntent: (intentId: string) => Promise<CardIntent | null>;
  /** Lists the payment intents that were created since an instant, oldest first. */
  listIntents: (since: Date) => Promise<CardIntent[]>;
  /**
   * Makes the provider save the card that pays an intent, as soon as the card has paid. `owner` becomes the provider's
   * customer. If `owner` is null, the card is not saved.
   */
  saveCardOf: (
    intentId: string,
    owner: { userId: string; customerId: string | null } | null,
  ) => Promise<CardIntent>;
  /**
   * Cancels an intent and returns its state afterwards. If it was too late to cancel, that state is not `canceled`. If
   * the provider knows no such intent, returns null.
   */
  cancelIntent: (intentId: string) => Promise<CardIntent | null>;
  /**
   * Refunds money. `refundId` makes the call idempotent, but the provider forgets this id after a day. After that,
   * callers must check `listRefunds` before they repeat the call.
   */
  refund: (asked: RefundOrder) => Promise<CardRefund>;
  /** Lists all refunds of an intent, whether the shop made them or not, oldest first. */
  listRefunds: (intentId: string) => Promise<CardRefund[]>;
  /** Lists the disputes of an intent. Usually there are none. */
  listDisputes: (intentId: string) => Promise<CardDispute[]>;
  /** The newest disputes of all intents. */
  listNewestDisputes: () => Promise<CardDispute[]>;
  /** Lists the movements of the shop's balance since an instant, oldest first. */
  listMovements: (since: Date) => Promise<CardMovement[]>;
  /**
   * Saves a card for its owner, who becomes the provider's customer with the first card. If `cardId` is no card,
   * returns null.
   */
  saveCard: (
    owner: { userId: string; customerId: string | null },
    cardId: string,
  ) => Promise<SavedCard | null>;
  forgetCard: (cardId: string) => Promise<void>;
  /** Makes the provider send events to the shop's webhook, but charges nothing. */
  causeEvents: () => Promise<void>;
  /** Parses the body of a webhook. If the signature is wrong or old, rejects with VALIDATION_ERROR. */
  readEvent: (body: Uint8Array, signature: string) => CardEvent;
};

/** Thrown if the provider refused a request. The cause is a bug of the shop or a wrong setting. */
export class CardRefusal extends Error {
  override readonly name = 'CardRefusal';
  readonly status: number;
  /** The provider's code, such as `amount_too_large`, or null if the provider gave none. */
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
