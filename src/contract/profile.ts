// My account (docs/product.md §8).
import * as z from 'zod/mini';
import { RIGHTS, ROLES } from '#domain/access.ts';
import { PAUSES } from '#domain/dispute.ts';
import { OBLIGATION_KINDS } from '#domain/leaving.ts';
import { SHIPMENT_STATES } from '#domain/shipping.ts';
import { ofUser, passwordField, secondFactorField } from './accounts.ts';
import { oneLine } from './plain-text.ts';
import { countryAsks, countryCode, postalCode, requiredLine, stateLine } from './address.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { transaction } from './wallet.ts';

const preferences = z.object({
  packRecommendations: z.boolean(),
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  autoConvertExpiredCards: z.boolean(),
  /** Mails about opened packs, and mails about parcels. Both are sent only if `emailNotifications` is on. */
  openingMails: z.boolean(),
  parcelMails: z.boolean(),
  /** Whether the user wants notices about wishes, for each kind of wish by mail (off by default) and in the shop. */
  stockMails: z.boolean(),
  backMails: z.boolean(),
  priceMails: z.boolean(),
  stockNotices: z.boolean(),
  backNotices: z.boolean(),
  priceNotices: z.boolean(),
  preferredCategories: z.array(z.string()),
  currency: z.literal('CAD'),
  language: z.literal('en'),
});

export const collectionSummary = z.object({
  totalCards: z.int(),
  legendary: z.int(),
  epic: z.int(),
  rare: z.int(),
  /** The market value of all cards. */
  totalValue: amount,
  /** The price that the shop would now pay for all cards that can be sold. */
  totalSellPrice: amount,
});

export const user = z.object({
  id: z.uuid(),
  email: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  /** Only for the role `staff`: the rights of the user's role, which was made in this shop. */
  rights: z.optional(z.array(z.enum(RIGHTS))),
  emailVerified: z.boolean(),
  account_balance: amount,
  /** Why the account may not buy, sell or ship now. Null if it may. */
  accountPause: z.nullable(z.enum(PAUSES)),
  /** The account's debt to the shop, from payments that a bank took back. */
  debt: amount,
  fullName: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  addressLine1: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  zipCode: z.nullable(z.string()),
  country: z.nullable(z.string()),
  preferences,
  collection: collectionSummary,
  /** The number of paid packs that are unopened. */
  sealedPacks: z.int(),
  /** When the account will be deleted, unless the user cancels. Null if no deletion is scheduled. */
  deletionDueAt: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
});
export type User = z.output<typeof user>;

export const showProfile = endpoint({
  method: 'GET',
  path: '/users/profile',
  summary: "A user's profile, balance and collection summary.",
  audience: 'user',
  repeat: 'none',
  reads: ['account', 'balance', 'cards', 'packs'],
  query: ofUser,
  reply: user,
  rejections: ['USER_NOT_FOUND'],
});

export const showCredits = endpoint({
  method: 'GET',
  path: '/users/credits',
  summary: "A user's balance.",
  audience: 'user',
  repeat: 'none',
  reads: ['balance'],
  query: ofUser,
  reply: z.object({
    account_balance: amount,
    /** The two parts of the balance. One was bought with cards, the other was earned or given. */
    bought: amount,
    earned: amount,
    currency: z.string(),
  }),
  rejections: ['USER_NOT_FOUND'],
});

/** The smallest and the largest amount of credits that an operator can give at once, in CAD. */
const GRANT_LEAST = 0.01;
const GRANT_MOST = 10_000;

export const giveCredits = endpoint({
  method: 'POST',
  path: '/users/credits',
  summary: 'Gives a user credits as a bonus from the shop.',
  audience: 'money',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['balance', 'transactions', 'audit-log'],
  query: ofUser,
  body: z.object({
    amount: amountBetween(GRANT_LEAST, GRANT_MOST),
    reason: z
      .string('Reason is required')
      .check(
        z.trim(),
        z.minLength(1, 'Reason is required'),
        z.maxLength(200, 'Reason must be at most 200 characters long'),
      ),
    /**
     * The transaction of the top-up for which the credits are given. If that top-up is refunded, the shop takes these
     * credits back.
     */
    topUpId: z.optional(z.nullable(z.uuid('topUpId must be the id of a transaction'))),
  }),
  reply: z.object({ account_balance: amount, transaction }),
  rejections: ['USER_NOT_FOUND', 'NOT_FOUND', 'ON_A_BREAK'],
});

/** Who may see the user's collection. The choice is only stored, because no collection is visible to others yet. */
export const PRIVACY_LEVELS = ['private', 'friends', 'public'] as const;

export const settings = z.object({
  fullName: z.nullable(z.string()),
  username: z.string(),
  phoneNumber: z.nullable(z.string()),
  twoFactorEnabled: z.boolean(),
  autoShipThreshold: z.nullable(amount),
  defaultShippingMethod: z.literal('standard'),
  privacyLevel: z.enum(PRIVACY_LEVELS),
});
export type Settings = z.output<typeof settings>;

export const showSettings = endpoint({
  method: 'GET',
  path: '/users/settings',
  summary: "A user's preferences and settings.",
  audience: 'user',
  repeat: 'none',
  reads: ['account', 'security'],
  query: ofUser,
  reply: z.object({ preferences, settings }),
  rejections: ['USER_NOT_FOUND'],
});

const CATEGORIES_MAX = 20;

/** Changes only the fields that are sent. Unknown fields are ignored (choice 15). */
export const changePreferences = endpoint({
  method: 'PUT',
  path: '/users/settings/preferences',
  summary: "Changes some of the caller's preferences and returns all of them.",
  audience: 'user',
  repeat: 'natural',
  changes: ['account'],
  body: z.partial(
    z.extend(preferences, {
      currency: z.literal('CAD', 'Currency must be CAD'),
      language: z.literal('en', 'Language must be en'),
      preferredCategories: z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(50)))
        .check(z.maxLength(CATEGORIES_MAX, `At most ${CATEGORIES_MAX} categories`)),
    }),
  ),
  reply: preferences,
  rejections: [],
});

/** An optional text. An empty text clears the field. */
function clearable(name: string, lengthMax: number) {
  const message = `${name} must be at most ${lengthMax} characters long`;
  const text = z
    .string(`${name} must be a text`)
    .check(z.trim(), z.maxLength(lengthMax, message), oneLine(name));
  return z.optional(z.nullable(text));
}

const FULL_NAME_LENGTH_MAX = 100;
const PHONE_LENGTH_MAX = 30;

/** The user's name and phone number as typed. */
export const nameFields = {
  fullName: clearable('Full name', FULL_NAME_LENGTH_MAX),
  username: z.optional(
    z
      .string('Username is required')
      .check(
        z.trim(),
        z.minLength(1, 'Username is required'),
        z.maxLength(50, 'Username must be at most 50 characters long'),
        oneLine('Username'),
      ),
  ),
  phoneNumber: clearable('Phone number', PHONE_LENGTH_MAX),
};

/** Changes only the fields that are sent. Unknown fields are ignored, and so is the field `twoFactorEnabled`. */
export const changeSettings = endpoint({
  method: 'PUT',
  path: '/users/settings/general',
  summary: "Changes some of the caller's settings and returns all of them.",
  audience: 'user',
  repeat: 'natural',
  changes: ['account'],
  body: z.object({
    ...nameFields,
    autoShipThreshold: z.optional(z.nullable(amountBetween(0, 1_000_000))),
    defaultShippingMethod: z.optional(z.literal('standard', 'Shipping method must be standard')),
    privacyLevel: z.optional(
      z.enum(PRIVACY_LEVELS, `Privacy level must be one of ${PRIVACY_LEVELS.join(', ')}`),
    ),
  }),
  reply: settings,
  rejections: [],
});

/** The profile's address as typed. A parcel's address has more lines (`contract/shipping.ts`). */
export const addressFields = {
  addressLine1: requiredLine('address line 1'),
  city: requiredLine('city'),
  state: stateLine,
  zipCode: postalCode('zip code'),
  country: countryCode,
};
export const addressAsks = countryAsks({ field: 'zipCode', name: 'zip code' });

/** The first or the last part of a full name, trimmed. */
const namePart = (name: string) =>
  z.optional(z.string(`${name} must be a text`).check(z.trim(), oneLine(name)));

/**
 * Saves the address with which shipping forms are prefilled. First and last name together replace the full name, unless
 * neither is given (choice 75).
 */
export const saveAddress = endpoint({
  method: 'PUT',
  path: '/users/shipping',
  summary: "Saves the caller's address and returns their profile.",
  audience: 'user',
  repeat: 'natural',
  changes: ['account'],
  body: z
    .object({
      firstName: namePart('first name'),
      lastName: namePart('last name'),
      ...addressFields,
      phoneNumber: clearable('Phone number', PHONE_LENGTH_MAX),
    })
    .check(
      z.refine((body) => joinedName(body).length <= FULL_NAME_LENGTH_MAX, {
        error: `Full name must be at most ${FULL_NAME_LENGTH_MAX} characters long`,
        path: ['firstName'],
      }),
      ...addressAsks,
    ),
  reply: user,
  rejections: [],
});

/** First and last name joined with a space. Empty if both names are empty. */
export function joinedName(parts: {
  firstName?: string | undefined;
  lastName?: string | undefined;
}): string {
  return [parts.firstName, parts.lastName].filter(Boolean).join(' ');
}

/**
 * Something that must be finished before the account can be deleted, such as a payment or a shipment. `amount` is
 * the money in question, or null for a shipment.
 */
const obligation = z.object({
  kind: z.enum(OBLIGATION_KINDS),
  /** The id of the payment, the shipment or the dispute. For a debt, it is the user's id. */
  id: z.uuid(),
  /** The state of a shipment. Null for all other kinds. */
  shipmentState: z.nullable(z.enum(SHIPMENT_STATES)),
  description: z.string(),
  amount: z.nullable(amount),
  since: instant,
});

const heldCards = z.object({ count: z.int(), marketValue: amount });

export const showObligations = endpoint({
  method: 'GET',
  path: '/users/profile/obligations',
  summary: "What prevents the caller's account from being deleted, and what they would lose.",
  audience: 'user',
  repeat: 'none',
  reads: ['balance', 'transactions', 'packs', 'cards', 'shipments'],
  reply: z.object({
    obligations: z.array(obligation),
    givenUp: z.object({
      credits: amount,
      availableCards: heldCards,
      lockedCards: heldCards,
      unopenedPacks: z.int(),
    }),
    graceDays: z.int(),
    deletionDueAt: z.nullable(instant),
  }),
  rejections: [],
});
export type Obligations = z.output<typeof showObligations.reply>;

/** Schedules the deletion. A repeated call keeps the first date. */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/users/profile',
  summary:
    "Schedules the deletion of the caller's account, and ends all their sessions and public pages.",
  audience: 'user',
  repeat: 'natural',
  // The caller is signed out everywhere and sees no change.
  changes: [],
  body: z.object({
    password: passwordField,
    /** A code from the authenticator app, or a recovery code. Required if the second factor is on. */
    code: z.optional(secondFactorField),
  }),
  reply: z.object({ deletionDueAt: instant }),
  rejections: ['INVALID_CREDENTIALS', 'TWO_FACTOR_REQUIRED', 'INVALID_CODE', 'INVALID_TRANSITION'],
});

/** Cancels the deletion. Does nothing if no deletion is scheduled. */
export const keepAccount = endpoint({
  method: 'POST',
  path: '/users/profile/restore',
  summary: "Cancels the deletion of the caller's account and returns their profile.",
  audience: 'user',
  repeat: 'natural',
  changes: ['account'],
  body: z.object({}),
  reply: user,
  rejections: [],
});

nameShapes({
  Preferences: preferences,
  CollectionSummary: collectionSummary,
  User: user,
  Settings: settings,
  Obligation: obligation,
  HeldCards: heldCards,
  Obligations: showObligations.reply,
});
