import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Role } from '#domain/access.ts';
import type { CodePurpose } from '#domain/one-time-code.ts';
import { cents, counter, instant } from '../database/columns.ts';

/** What a user chose, as the API writes it (docs/product.md §8). */
export type Preferences = {
  packRecommendations: boolean;
  emailNotifications: boolean;
  smsNotifications: boolean;
  autoConvertExpiredCards: boolean;
  preferredCategories: string[];
  currency: 'CAD';
  language: 'en';
};

export const DEFAULT_PREFERENCES: Preferences = {
  packRecommendations: true,
  emailNotifications: true,
  smsNotifications: false,
  autoConvertExpiredCards: true,
  preferredCategories: [],
  currency: 'CAD',
  language: 'en',
};

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** In lower case: addresses are compared without case. */
    email: text('email').notNull().unique('users_email_unique'),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role').$type<Role>().notNull().default('user'),
    emailVerifiedAt: instant('email_verified_at'),
    lockedAt: instant('locked_at'),
    /** Null: it is the one of the registration. */
    passwordChangedAt: instant('password_changed_at'),
    /** The person asked for the account to be deleted, which is done at that instant; null: they did not. */
    deletionDueAt: instant('deletion_due_at'),
    /** Since then the row says nothing about the person; the books still need its id. */
    erasedAt: instant('erased_at'),
    fullName: text('full_name'),
    phoneNumber: text('phone_number'),
    addressLine1: text('address_line_1'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zip_code'),
    country: text('country'),
    preferences: jsonb('preferences').$type<Preferences>().notNull().default(DEFAULT_PREFERENCES),
    /** Reminders list cards of this market value or more first; null: no such list. */
    autoShipThreshold: cents('auto_ship_threshold'),
    defaultShippingMethod: text('default_shipping_method').notNull().default('standard'),
    privacyLevel: text('privacy_level').notNull().default('private'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    check('users_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('users_role_known', sql`${table.role} in ('user', 'moderator', 'admin')`),
    check('users_auto_ship_threshold_not_negative', sql`${table.autoShipThreshold} >= 0`),
    index('users_by_time').on(table.createdAt, table.id),
    // Most users are active shoppers: only the others are worth an index.
    index('users_of_role')
      .on(table.role, table.createdAt)
      .where(sql`${table.role} <> 'user'`),
    index('users_out_of_the_ordinary')
      .on(table.createdAt)
      .where(
        sql`${table.erasedAt} is not null or ${table.lockedAt} is not null or ${table.deletionDueAt} is not null`,
      ),
    // How an address begins, and parts of what a person is called.
    index('users_email_start').using('btree', table.email.op('text_pattern_ops')),
    index('users_email_part').using('gin', table.email.op('gin_trgm_ops')),
    index('users_username_part').using('gin', sql`lower(${table.username}) gin_trgm_ops`),
    index('users_full_name_part').using('gin', sql`lower(${table.fullName}) gin_trgm_ops`),
  ],
);

/** A sign-in on one device. Its refresh tokens are numbered; only the newest is good. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The number of the newest refresh token; tokens are derived from it, none is stored. */
    generation: integer('generation').notNull().default(1),
    /** When the newest one took the place of the one before. */
    rotatedAt: instant('rotated_at').notNull(),
    endedAt: instant('ended_at'),
    /** The family ended because a used token came back. */
    reuseDetected: boolean('reuse_detected').notNull().default(false),
    userAgent: text('user_agent').notNull(),
    ip: text('ip').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('sessions_of_user').on(table.userId)],
);

/** The newest code of six digits for each account and purpose. A used one is deleted. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    /** Where it was mailed, in lower case: it proves this address and no other. */
    email: text('email').notNull(),
    /** A keyed hash over purpose, user, address and code. */
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.purpose] }),
    check(
      'one_time_codes_purpose_known',
      sql`${table.purpose} in ('verify_email', 'reset_password', 'change_email')`,
    ),
  ],
);

/** The second factor of an account: a secret that an authenticator app shares with the shop. */
export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Sealed with a key derived from AUTH_SECRET: the database alone gives nobody a code. */
  sealedSecret: text('sealed_secret').notNull(),
  /** Null: the person has not proven yet that their app has it, so it guards nothing. */
  confirmedAt: instant('confirmed_at'),
  /** The newest time step whose code was taken: each code is good once. */
  lastStep: counter('last_step'),
  createdAt: instant('created_at').notNull(),
});

/** Codes to sign in with when the authenticator app is lost, each good once. Only keyed hashes are kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
