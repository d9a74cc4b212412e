// Everything that a handler gets besides its caller and input. It is built once in `main.ts`, and in tests by
// `testing/app.ts`. No other code reads a clock, a random number or the environment.
import type { Caller, KeyRight, Right } from '#domain/access.ts';
import type { LegalText } from '#domain/consent.ts';
import type { Game } from '#domain/game.ts';
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
  /** The id of the order, shipment or top-up for which the payment is. */
  subjectId: string;
  fingerprint: string;
  amount: Cents;
  description: string;
  state: PaymentState;
  intentId: string | null;
  /**
   * When the purchase's reservation ends. To compare this time with the database's clock, use `isExpired` and
   * `isOverdue`.
   */
  expiresAt: Date;
  isExpired: boolean;
  /** Whether the payment expired so long ago that other users need not wait for its packs any more. */
  isOverdue: boolean;
};

/**
 * A kind of purchase by card, which the room that sells it implements. Each function runs inside the transaction that
 * advances the payment. The user's account and the payment are locked.
 */
export type CardPurchase = {
  /**
   * Delivers the purchase after the payment was received. If delivery is no longer possible, rejects, and the money is
   * refunded.
   */
  deliver: (context: Context<Transaction>, payment: Payment) => Promise<void>;
  /** Releases everything that is still reserved for a payment. */
  release: (context: Context<Transaction>, payment: Payment) => Promise<void>;
  /**
   * Takes back a delivered purchase, because its payment was refunded outside the shop. Returns the transfers that take
   * the money back, and those that make the rest the user's debt. If these can't cover an amount, it can't be taken
   * back. `left`: the amount that was not refunded earlier.
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
  /** Returns the caller of an access token, with the current state of the session. */
  identify: (context: Context, token: { userId: string; sessionId: string }) => Promise<Caller>;
  /** Returns the id and the rights of an API key. Null stands for a text that has not the form of a key. */
  identifyKey: (
    context: Context,
    key: { id: string; hash: string } | null,
  ) => Promise<{ id: string; rights: readonly KeyRight[] }>;
  /** Runs in the transaction that creates an account. */
  welcome: (context: Context<Transaction>, userId: string, livesIn: Region | null) => Promise<void>;
  /** The implementation for each purpose of a card payment. */
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
  /** Returns the attachments of a mail, which are lines below the text, and files. */
  mailAttachments: (
    context: Context,
    mail: { kind: string; userId: string | null; facts: object | null },
  ) => Promise<{ lines: string[]; files: LetterFile[] }>;
  /**
   * Runs the audit, which counts the violations of each invariant of money and stock. If `signal` aborts it, throws.
   */
  countViolations: (
    context: Context,
    signal?: AbortSignal,
  ) => Promise<{ invariant: string; violations: number }[]>;
  /**
   * Opens a production shop as soon as it meets all requirements for opening, which are called lines (docs/product.md
   * §22).
   */
  openShopIfDue: (context: Context) => Promise<{ done: number; failed: number }>;
  /** Mails the admins which lines the shop no longer meets. */
  tellFallenLines: (context: Context) => Promise<{ done: number; failed: number }>;
  /** Returns the names of the conditions whose alerts an operator with these rights may read. */
  conditionsFor: (rights: readonly Right[]) => string[];
  /** Each function erases a higher room's data about a user, in the transaction that erases the account. */
  erasures: ((context: Context<Transaction>, userId: string) => Promise<void>)[];
};

/** The shop's own settings (`storefront/current-settings.ts`), as this process has cached them. */
export type CurrentSettings = {
  /** Returns the settings as this process has cached them. They are at most a second old, and no query is made. */
  now: () => ShopSettings;
  version: () => SettingsVersion;
  /** Returns the banner above all pages as HTML, or null if there is none. */
  notice: (now: Date) => string | null;
  /** Returns the published legal texts, each in its current version. */
  legal: () => readonly LegalText[];
  /** Returns the games in their order. Makes no query. */
  games: () => readonly Game[];
  /** Returns the settings at an earlier time, with the seller and legal texts of that time. */
  at: (instant: Date) => Promise<ShopSettings>;
  /** Returns the taxes that the shop charges. Makes no query. */
  taxes: () => TaxSettings;
  taxVersion: () => TaxVersion;
  /** Returns the places where the shop sells and ships. Makes no query. */
  salesPlaces: () => SalesPlaces;
  salesPlacesVersion: () => SalesPlacesVersion;
  /** Returns the version of the drawings of cards and packs. Makes no query. */
  artVersion: () => string;
  /** Whether a production shop may charge cards. Makes no query. */
  opening: () => OpeningState;
  /** Returns the taxes at an earlier time, with the tax numbers of that time. */
  taxesAt: (instant: Date) => Promise<TaxSettings>;
  /** If an operator has saved new settings, reads the settings again. */
  poll: () => Promise<void>;
  /** Reads the settings again, whether or not they changed. */
  renew: () => Promise<void>;
};

/** The keys that sign the public log. */
export type LogKeys = {
  /** Seeds in hex, the current seed first. If the shop has no log, the list is empty. */
  seeds: string[];
  /** Whether the seeds are in the data directory, where a new seed can be added. */
  areStored: boolean;
};

export type Context<Db extends Database = Database> = {
  /** The pool, or inside a transaction the transaction's connection. */
  db: Db;
  config: Config & { authSecret: string };
  /**
   * Returns the current time, shifted by the clock setting. To decide whether something has expired, SQL uses
   * `shop_now()` instead.
   */
  now: () => Date;
  origin: Origin;
  log: FastifyBaseLogger;
  ports: Ports;
  logKeys: LogKeys;
  settings: CurrentSettings;
  /** Charges cards, or null if the shop accepts only credits. */
  cardProvider: CardProvider | null;
  /** Computes the tax of a sale if the shop's settings demand that, or null if no provider is configured. */
  taxProvider: TaxProvider | null;
  /** The public randomness that orders drops, or null if drops can't be published. */
  beacon: BeaconSource | null;
  /** Sells labels for parcels, or null if operators type tracking numbers. */
  carrier: Carrier | null;
  queue: Queue;
  /** Sends mail, or null if mail is only stored. */
  mailer: Mailer | null;
};
