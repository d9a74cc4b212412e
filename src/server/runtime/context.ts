// Everything that a handler gets besides its caller and input. Built once in `main.ts`, and in
// tests by `testing/app.ts`. No other code reads a clock, a random number or the environment.
import type { Caller } from '#domain/access.ts';
import type { LegalText } from '#domain/consent.ts';
import type { Transfer } from '#domain/ledger.ts';
import type { OpeningState } from '#domain/leave-to-open.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentPurpose, PaymentState } from '#domain/payment.ts';
import type { SettingsVersion, ShopSettings } from '#domain/shop-settings.ts';
import type { Region } from '#domain/region.ts';
import type { SalesPlaces, SalesPlacesVersion } from '#domain/sales-places.ts';
import type { TaxSettings, TaxVersion } from '#domain/tax.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Transaction } from '#engine/database.ts';
import type { BeaconSource } from './beacon.ts';
import type { CardProvider } from './card-provider.ts';
import type { Carrier } from './carrier.ts';
import type { Config } from './config.ts';
import type { LetterFile, Mailer } from './mailer.ts';
import type { Queue } from './queue.ts';
import type { TaxProvider } from './tax-provider.ts';

/** The origin of a request, for sessions, throttling and the log. */
type Origin = { requestId: string; ip: string; userAgent: string };

/** The shop's record of a card payment. `intentId`: the provider's id of the payment. */
export type Payment = {
  id: string;
  userId: string;
  purpose: PaymentPurpose;
  /** The id of the order, shipment or top-up that it pays. */
  subjectId: string;
  fingerprint: string;
  amount: Cents;
  description: string;
  state: PaymentState;
  intentId: string | null;
  /**
   * The end of the purchase's reservation. To compare it with the database's clock, use `isExpired`
   * and `isOverdue`.
   */
  expiresAt: Date;
  isExpired: boolean;
  /** Whether the payment expired so long ago that other users must no longer wait for its packs. */
  isOverdue: boolean;
};

/**
 * A kind of purchase by card. The room that sells it implements this. Each function runs inside the
 * transaction that advances the payment, with the user's account and the payment locked.
 */
export type CardPurchase = {
  /**
   * Delivers the purchase after the payment was received. If that is no longer possible, rejects,
   * and the money is refunded.
   */
  deliver: (context: Context<Transaction>, payment: Payment) => Promise<void>;
  /** Releases everything that is still reserved for a payment. */
  release: (context: Context<Transaction>, payment: Payment) => Promise<void>;
  /**
   * Takes back a delivered purchase, because its payment was refunded outside the shop. Returns the
   * transfers that take the money back, and the user's debt for the rest. An amount that neither
   * covers can't be taken back. `left`: the amount that was not refunded before.
   */
  takeBack: (
    context: Context<Transaction>,
    payment: Payment,
    refunded: { amount: Cents; left: Cents },
  ) => Promise<{ transfers: Transfer[]; owed: Cents }>;
  /** Extends the reservation to the payment's new end. */
  extend: (context: Context<Transaction>, payment: Payment) => Promise<void>;
};

/** Functions of higher rooms that lower rooms call. `app.ts` connects them. */
type Ports = {
  /** The caller of an access token, with the current state of the session. */
  identify: (context: Context, token: { userId: string; sessionId: string }) => Promise<Caller>;
  /** Runs in the transaction that creates an account. */
  welcome: (context: Context<Transaction>, userId: string, livesIn: Region | null) => Promise<void>;
  /** For each purpose of a card payment, the purchase that it pays. */
  cardPurchases: Partial<Record<PaymentPurpose, CardPurchase>>;
  /** Updates the disputes of an intent to the provider's current state. */
  updateDisputes: (context: Context, intentId: string) => Promise<void>;
  /**
   * Records a user's debt for a refund that was paid out although the user's bank had already
   * refunded the payment.
   */
  oweForRefund: (
    context: Context<Transaction>,
    payment: Payment,
    refund: { id: string; amount: Cents },
  ) => Promise<void>;
  /** The attachments of a mail: lines below the text, and files. */
  mailAttachments: (
    context: Context,
    mail: { kind: string; userId: string | null; facts: object | null },
  ) => Promise<{ lines: string[]; files: LetterFile[] }>;
  /**
   * Runs the audit: counts the violations of each invariant of money and stock. Throws if aborted.
   */
  countViolations: (
    context: Context,
    signal?: AbortSignal,
  ) => Promise<{ invariant: string; violations: number }[]>;
  /** Opens a production shop as soon as all lines of its opening stand (docs/product.md §22). */
  openShopIfDue: (context: Context) => Promise<{ done: number; failed: number }>;
  /** Mails the admins which lines of the opening no longer stand. */
  tellFallenLines: (context: Context) => Promise<{ done: number; failed: number }>;
  /** Each erases a higher room's data about a user, in the transaction that erases the account. */
  erasures: ((context: Context<Transaction>, userId: string) => Promise<void>)[];
};

/** The shop's own settings (`storefront/current-settings.ts`). */
export type CurrentSettings = {
  /** The settings as this process has cached them, at most a second old. Makes no query. */
  now: () => ShopSettings;
  version: () => SettingsVersion;
  /** The banner above all pages, as HTML. Null if there is none. */
  notice: (now: Date) => string | null;
  /** The published legal texts, in their current versions. */
  legal: () => readonly LegalText[];
  /** The settings at an earlier time, with its seller and legal texts. */
  at: (instant: Date) => Promise<ShopSettings>;
  /** The taxes that the shop charges. Makes no query. */
  taxes: () => TaxSettings;
  taxVersion: () => TaxVersion;
  /** The places where the shop sells and ships. Makes no query. */
  salesPlaces: () => SalesPlaces;
  salesPlacesVersion: () => SalesPlacesVersion;
  /** Whether a production shop may charge cards. Makes no query. */
  opening: () => OpeningState;
  /** The taxes at an earlier time, with the tax numbers of that time. */
  taxesAt: (instant: Date) => Promise<TaxSettings>;
  /** Reads the settings again if an operator has saved new ones. */
  poll: () => Promise<void>;
  /** Always reads the settings again. */
  renew: () => Promise<void>;
};

/** The keys that sign the public log. */
export type LogKeys = {
  /** Seeds in hex, current one first. Empty if the shop has no log. */
  seeds: string[];
  /** Whether the seeds are in the data directory, where a new one can be added. */
  areKept: boolean;
};

export type Context<Db extends Database = Database> = {
  /** The pool. Inside a transaction, the transaction's connection. */
  db: Db;
  config: Config & { authSecret: string };
  /**
   * The current time, shifted by the clock setting. SQL uses `shop_now()` to decide whether
   * something has expired.
   */
  now: () => Date;
  origin: Origin;
  log: FastifyBaseLogger;
  ports: Ports;
  logKeys: LogKeys;
  settings: CurrentSettings;
  /** Charges cards. Null if the shop only accepts credits. */
  cardProvider: CardProvider | null;
  /** Computes the tax of a sale if the shop's settings say so. Null if not configured. */
  taxProvider: TaxProvider | null;
  /** The public randomness that orders drops. Null if drops can't be published. */
  beacon: BeaconSource | null;
  /** Sells labels for parcels. Null if operators type tracking numbers. */
  carrier: Carrier | null;
  queue: Queue;
  /** Sends mail. Null if mail is only stored. */
  mailer: Mailer | null;
};
