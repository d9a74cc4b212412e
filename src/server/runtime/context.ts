// What a handler gets besides its caller and its input. Built once in `main.ts`, and in tests by
// `testing/app.ts`. Nothing reads a clock, a random number or the environment in any other way.
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
  /**
   * Its purchase is reserved until then. Compared with the database's clock: see the two fields
   * after it.
   */
  expiresAt: Date;
  isExpired: boolean;
  /** It expired so long ago that no other user may have to wait for it any more. */
  isOverdue: boolean;
};

/**
 * A kind of purchase by card, implemented by the room that sells it. Each function runs inside the
 * transaction that advances the payment, with the user's account and the payment locked.
 */
export type CardPurchase = {
  /**
   * The payment was received: delivers. Rejects when that is no longer possible; then the money is
   * refunded.
   */
  deliver: (context: Context<Transaction>, payment: Payment) => Promise<void>;
  /** Releases what is reserved for a payment, if anything still is. */
  release: (context: Context<Transaction>, payment: Payment) => Promise<void>;
  /**
   * A delivered payment was refunded outside the shop: takes back what it bought. Returns the
   * accounts that this comes from, and what the user owes for the rest. The missing part of the
   * amount can't be taken back. `left`: the amount that was not refunded before.
   */
  takeBack: (
    context: Context<Transaction>,
    payment: Payment,
    refunded: { amount: Cents; left: Cents },
  ) => Promise<{ transfers: Transfer[]; owed: Cents }>;
  /** Extends the reservation until the payment's new end. */
  extend: (context: Context<Transaction>, payment: Payment) => Promise<void>;
};

/** Ports that a low layer needs and a higher room implements; connected in `app.ts`. */
type Ports = {
  /** The caller that an access token names, with the current state of their session. */
  identify: (context: Context, token: { userId: string; sessionId: string }) => Promise<Caller>;
  /** Runs in the transaction that creates an account. */
  welcome: (context: Context<Transaction>, userId: string) => Promise<void>;
  /** What each purpose of a card payment delivers. */
  cardPurchases: Partial<Record<PaymentPurpose, CardPurchase>>;
  /** Updates the disputes of an intent to the provider's current state. */
  updateDisputes: (context: Context, intentId: string) => Promise<void>;
  /**
   * A refund was paid out: records what its user owes for it, because their bank has refunded them
   * as well.
   */
  oweForRefund: (
    context: Context<Transaction>,
    payment: Payment,
    refund: { id: string; amount: Cents },
  ) => Promise<void>;
  /** Attachments of a mail to a user: lines below its text, and files. */
  mailAttachments: (
    context: Context,
    mail: { kind: string; userId: string | null; facts: object | null },
  ) => Promise<{ lines: string[]; files: LetterFile[] }>;
  /** The audit: each invariant of money and stock, and how often it is violated. Throws if aborted. */
  countViolations: (
    context: Context,
    signal?: AbortSignal,
  ) => Promise<{ invariant: string; violations: number }[]>;
  /** What each higher room erases about a user, in the transaction that erases the account. */
  erasures: ((context: Context<Transaction>, userId: string) => Promise<void>)[];
};

/** The shop's own settings (`storefront/current-settings.ts`). */
export type CurrentSettings = {
  /** As this process has them, at most a second old. No query. */
  now: () => ShopSettings;
  version: () => SettingsVersion;
  /** The banner above all pages, as HTML; null: none. */
  notice: (now: Date) => string | null;
  /** The published legal texts, in the versions in force. */
  legal: () => readonly LegalText[];
  /** The settings at an instant: who was the seller then, and which texts were in force. */
  at: (instant: Date) => Promise<ShopSettings>;
  /** The taxes that the shop charges. No query. */
  taxes: () => TaxSettings;
  taxVersion: () => TaxVersion;
  /** Where the shop sells and ships. No query. */
  salesPlaces: () => SalesPlaces;
  salesPlacesVersion: () => SalesPlacesVersion;
  /** Those of an instant: under which numbers they were taken then. */
  taxesAt: (instant: Date) => Promise<TaxSettings>;
  /** Checks whether an operator has saved new ones, and if so reads them again. */
  poll: () => Promise<void>;
  /** Always rereads the settings. */
  renew: () => Promise<void>;
};

/** The keys that sign the public log. */
export type LogKeys = {
  /** In hex, the current one first. None: the shop has no log. */
  seeds: string[];
  /** They are stored in the data directory, where a new one can be added. */
  areKept: boolean;
};

export type Context<Db extends Database = Database> = {
  /** The pool, or inside a transaction its one connection. */
  db: Db;
  config: Config & { authSecret: string };
  /** The present instant, shifted by the clock setting. SQL decides expiry by `shop_now()`. */
  now: () => Date;
  origin: Origin;
  log: FastifyBaseLogger;
  ports: Ports;
  logKeys: LogKeys;
  settings: CurrentSettings;
  /** Charges cards; null in a shop that only accepts credits. */
  cardProvider: CardProvider | null;
  /**
   * Computes the tax of a sale, where the shop's settings leave that to it; null: not configured.
   */
  taxProvider: TaxProvider | null;
  /** The public randomness that orders drops; null: no drop can be published. */
  beacon: BeaconSource | null;
  /** Sells labels for parcels; null: operators type tracking numbers. */
  carrier: Carrier | null;
  queue: Queue;
  /** Sends mail; null in a shop that only stores it. */
  mailer: Mailer | null;
};
