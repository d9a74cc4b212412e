// The port to the card provider, implemented by `card-payments/stripe.ts`. Never call it inside a
// database transaction, because a call can take as long as the network does.
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
  /** The customer whose saved cards may pay the charge. If omitted, the browser supplies a card. */
  customerId?: string | null;
  /**
   * The customer's saved card that pays the charge. If omitted, the browser names a saved card or
   * supplies a new one.
   */
  cardId?: string;
};

/** Marks, in the metadata of an intent, that the shop made it only to cause webhook events. */
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

/** The provider's opinion of a payment: a word such as `elevated`, and a score from 0 to 100. */
export type CardRisk = { level: string; score: number | null };

/** A payment intent in the provider's current state. */
export type CardIntent = {
  id: string;
  clientSecret: string;
  status: IntentStatus;
  /** `amount`: the requested amount. `received`: the amount received. */
  amount: Cents;
  received: Cents;
  currency: string;
  /** Values from the shop's metadata of the intent. Null if it has none. */
  paymentId: string | null;
  userId: string | null;
  purpose: string | null;
  /** Whether the paying card is to be saved for its owner. */
  savesCard: boolean;
  /**
   * The card that is to be saved, after it has paid. Null if no card is to be saved, if it has not
   * paid, or if the call did not request this field.
   */
  savedCard: SavedCard | null;
  /**
   * The same value for every user who pays with the same card. Null if nothing was charged, or if
   * the call did not request this field.
   */
  cardFingerprint: string | null;
  /** The country in which the card was issued. Null as above, or if the provider doesn't know. */
  cardCountry: string | null;
  /** The provider's word and score for the payment's risk. Null as above, or if it says none. */
  risk: CardRisk | null;
};

/** A refund that the shop requests. */
export type RefundOrder = { refundId: string; paymentId: string; intentId: string; amount: Cents };

/** A refund in the provider's current state. */
export type CardRefund = {
  id: string;
  amount: Cents;
  status: RefundStatus;
  /** Why the refund failed, in the provider's words. */
  problem: string | null;
  /** The id in the shop's metadata of the refund. Null if the refund was made outside the shop. */
  refundId: string | null;
  madeAt: Date;
};

/** A dispute in the provider's current state. */
export type CardDispute = {
  id: string;
  intentId: string | null;
  /** The status in the provider's own words. */
  status: string;
  reason: string;
  amount: Cents;
  /**
   * The fees that the provider has taken for the dispute so far, and the fees that it has returned.
   * Both only grow.
   */
  fees: { taken: Cents; returned: Cents };
  /** The bank's deadline for evidence. Null if the bank accepts none. */
  evidenceDueAt: Date | null;
  raisedAt: Date;
};

/** A movement of the shop's balance at the provider. */
export type CardMovement = {
  id: string;
  /** The provider's own category, such as `charge`, `refund` or `payout`. */
  category: string;
  /** The money received, before the fee. Negative for money paid out. */
  amount: Cents;
  /** The provider's fee. Negative if it was returned. */
  fee: Cents;
  /**
   * The currency of `amount` and `fee`. Amounts in another currency than the shop's must not enter
   * the ledger.
   */
  currency: string;
  /** The id of the charge, refund, dispute or payout that caused the movement. */
  sourceId: string | null;
  intentId: string | null;
  description: string;
  at: Date;
};

/**
 * A message that something happened to an intent. Read the intent's current state from the
 * provider.
 */
export type CardEvent = { id: string; type: string; intentId: string | null };

/**
 * Every method rejects with UNAVAILABLE if the provider can't be reached or has an error of its
 * own. The call may or may not have taken effect, and may be repeated. If the provider refuses a
 * request, the method rejects with CardRefusal.
 */
export type CardProvider = {
  publishableKey: string;
  /** Whether this is the sandbox inside the shop, which moves no real money. */
  sandbox: boolean;
  createIntent: (charge: Charge) => Promise<CardIntent>;
  /** Null if the provider knows no such intent. */
  findIntent: (intentId: string) => Promise<CardIntent | null>;
  /** The payment intents created since an instant, oldest first. */
  listIntents: (since: Date) => Promise<CardIntent[]>;
  /**
   * Makes the provider save the card that pays an intent, as soon as it has paid. `owner` becomes
   * the provider's customer. Null as `owner`: the card is not saved.
   */
  saveCardOf: (
    intentId: string,
    owner: { userId: string; customerId: string | null } | null,
  ) => Promise<CardIntent>;
  /**
   * Cancels an intent and returns its state afterwards. The state is not `canceled` if it was too
   * late. Null if the provider knows no such intent.
   */
  cancelIntent: (intentId: string) => Promise<CardIntent | null>;
  /**
   * Refunds money. `refundId` makes the call idempotent, but the provider forgets it after a day.
   * Later callers must check `listRefunds` first.
   */
  refund: (asked: RefundOrder) => Promise<CardRefund>;
  /** All refunds of an intent, made by the shop or elsewhere, oldest first. */
  listRefunds: (intentId: string) => Promise<CardRefund[]>;
  /** The disputes of an intent. Usually empty. */
  listDisputes: (intentId: string) => Promise<CardDispute[]>;
  /** The newest disputes of all intents. */
  listNewestDisputes: () => Promise<CardDispute[]>;
  /** The movements of the shop's balance since an instant, oldest first. */
  listMovements: (since: Date) => Promise<CardMovement[]>;
  /**
   * Saves a card for its owner. The owner becomes the provider's customer with the first card. Null
   * if `cardId` is no card.
   */
  saveCard: (
    owner: { userId: string; customerId: string | null },
    cardId: string,
  ) => Promise<SavedCard | null>;
  forgetCard: (cardId: string) => Promise<void>;
  /** Makes the provider send events to the shop's webhook. Charges nothing. */
  causeEvents: () => Promise<void>;
  /**
   * Parses the body of a webhook. Rejects with VALIDATION_ERROR if the signature is wrong or old.
   */
  readEvent: (body: Uint8Array, signature: string) => CardEvent;
};

/** The provider refused a request. The cause is a bug of the shop or a wrong setting. */
export class CardRefusal extends Error {
  override readonly name = 'CardRefusal';
  readonly status: number;
  /** The provider's code, such as `amount_too_large`. Null if there is none. */
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
