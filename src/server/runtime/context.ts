// What a handler gets besides its caller and its input. Built once in `main.ts`, and in tests by
// `testing/app.ts`; nothing reads a clock, a random number or the environment in any other way.
import type { Caller } from '#domain/access.ts';
import type { LegalText } from '#domain/consent.ts';
import type { Transfer } from '#domain/ledger.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentPurpose, PaymentState } from '#domain/payment.ts';
import type { SettingsVersion, ShopSettings } from '#domain/shop-settings.ts';
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

/** Where a request comes from, for sessions, throttling and the log. */
type Origin = { requestId: string; ip: string; userAgent: string };

/** A card payment as the shop records it; its provider knows it by `intentId`. */
export type Payment = {
  id: string;
  userId: string;
  purpose: PaymentPurpose;
  /** What it buys: the id of an order, a shipment or a top-up. */
  subjectId: string;
  fingerprint: string;
  amount: Cents;
  description: string;
  state: PaymentState;
  intentId: string | null;
  /** Until then what it buys is kept. Judged by the database's clock: see the two after it. */
  expiresAt: Date;
  isExpired: boolean;
  /** Its time ran out so long ago that nobody else may wait for it any more. */
  isOverdue: boolean;
};

/**
 * What is sold by card, as the room that sells it sees it. Each runs inside the transaction that moves
 * the payment on, with the user's account and the payment locked.
 */
export type CardPurchase = {
  /** The money is here: delivers. Rejects when that can't be done any more; then the money goes back. */
  deliver: (context: Context<Transaction>, payment: Payment) => Promise<void>;
  /** Gives back what is kept for a payment, if anything still is. */
  release: (context: Context<Transaction>, payment: Payment) => Promise<void>;
  /**
   * Money of a delivered payment went back outside the shop: takes back what it bought, and returns from which
   * accounts that comes, and what its user owes for the rest. What is missing of the amount then can't be taken back.
   * `left`: what had not gone back before.
   */
  takeBack: (
    context: Context<Transaction>,
    payment: Payment,
    refunded: { amount: Cents; left: Cents },
  ) => Promise<{ transfers: Transfer[]; owed: Cents }>;
  /** Keeps it until the payment's new end. */
  extend: (context: Context<Transaction>, payment: Payment) => Promise<void>;
};

/** Ports that a low layer needs and a higher room fills, in `app.ts`. */
type Ports = {
  /** The caller that an access token names, as their session stands at this moment. */
  identify: (context: Context, token: { userId: string; sessionId: string }) => Promise<Caller>;
  /** Runs in the transaction that makes an account. */
  welcome: (context: Context<Transaction>, userId: string) => Promise<void>;
  /** Delivers what a card payment buys. */
  cardPurchases: Partial<Record<PaymentPurpose, CardPurchase>>;
  /** Brings the disputes of an intent to what the provider says of them now. */
  updateDisputes: (context: Context, intentId: string) => Promise<void>;
  /** A refund has arrived: what its user owes for it, as their bank has paid it as well. */
  oweForRefund: (
    context: Context<Transaction>,
    payment: Payment,
    refund: { id: string; amount: Cents },
  ) => Promise<void>;
  /** What goes along with a mail to a user: lines below its words, and files. */
  mailAttachments: (
    context: Context,
    mail: { kind: string; userId: string | null; facts: object | null },
  ) => Promise<{ lines: string[]; files: LetterFile[] }>;
  /** The audit: each promise about money and stock, and how often it is broken. Throws when broken off. */
  countViolations: (
    context: Context,
    signal?: AbortSignal,
  ) => Promise<{ invariant: string; violations: number }[]>;
  /** What each higher room erases about a user, in the transaction that erases the account. */
  erasures: ((context: Context<Transaction>, userId: string) => Promise<void>)[];
};

/** What the shop says of itself (`storefront/current-settings.ts`). */
export type CurrentSettings = {
  /** As this process knows it, at most a second old. Asks nobody. */
  now: () => ShopSettings;
  version: () => SettingsVersion;
  /** The strip above all pages, as HTML; null while there is none. */
  notice: (now: Date) => string | null;
  /** The legal texts that are published, in the versions that hold now. */
  legal: () => readonly LegalText[];
  /** What held at an instant: who sold then, and who wrote. */
  at: (instant: Date) => Promise<ShopSettings>;
  /** Which taxes the shop takes. Asks nobody either. */
  taxes: () => TaxSettings;
  taxVersion: () => TaxVersion;
  /** Where the shop sells and ships. Asks nobody either. */
  salesPlaces: () => SalesPlaces;
  salesPlacesVersion: () => SalesPlacesVersion;
  /** Those of an instant: under which numbers they were taken then. */
  taxesAt: (instant: Date) => Promise<TaxSettings>;
  /** Asks whether somebody has saved them, and reads them again if so. */
  poll: () => Promise<void>;
  /** Reads them again in any case. */
  renew: () => Promise<void>;
};

/** What signs the public log. */
export type LogKeys = {
  /** In hex, the one in force first. None: the shop has no log. */
  seeds: string[];
  /** They are those of the data directory, where a new one can be put. */
  areKept: boolean;
};

export type Context<Db extends Database = Database> = {
  /** The pool, or inside a transaction its one connection. */
  db: Db;
  config: Config & { authSecret: string };
  /** The present instant, shifted by the clock setting. Expiry is judged in SQL by `shop_now()`. */
  now: () => Date;
  origin: Origin;
  log: FastifyBaseLogger;
  ports: Ports;
  logKeys: LogKeys;
  settings: CurrentSettings;
  /** Charges cards; null in a shop that only takes credits. */
  cardProvider: CardProvider | null;
  /** Says what tax a sale takes, where the shop's settings leave that to it; null: nobody could. */
  taxProvider: TaxProvider | null;
  /** The public numbers that order drops; null: no drop can be published. */
  beacon: BeaconSource | null;
  /** Sells labels for parcels; null: operators type their numbers. */
  carrier: Carrier | null;
  queue: Queue;
  /** Sends mail; null in a shop that only stores it. */
  mailer: Mailer | null;
};
