// My account (docs/product.md §8).
import * as z from 'zod/mini';
import { ROLES } from '#domain/access.ts';
import { ofUser } from './accounts.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { transaction } from './wallet.ts';

export const preferences = z.object({
  packRecommendations: z.boolean(),
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  autoConvertExpiredCards: z.boolean(),
  preferredCategories: z.array(z.string()),
  currency: z.literal('CAD'),
  language: z.literal('en'),
});

export const collectionSummary = z.object({
  totalCards: z.int(),
  legendary: z.int(),
  epic: z.int(),
  rare: z.int(),
  totalValue: amount,
});

export const user = z.object({
  id: z.uuid(),
  email: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  emailVerified: z.boolean(),
  account_balance: amount,
  fullName: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  addressLine1: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  zipCode: z.nullable(z.string()),
  country: z.nullable(z.string()),
  preferences,
  collection: collectionSummary,
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
  query: ofUser,
  reply: z.object({ account_balance: amount, currency: z.string() }),
  rejections: ['USER_NOT_FOUND'],
});

/** CAD: the least and the most that an operator gives at once. */
const GRANT_LEAST = 0.01;
const GRANT_MOST = 10_000;

export const giveCredits = endpoint({
  method: 'POST',
  path: '/users/credits',
  summary: 'Gives a user credits, as a bonus of the house.',
  audience: 'admin',
  repeat: 'keyed',
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
  }),
  reply: z.object({ account_balance: amount, transaction }),
  rejections: ['USER_NOT_FOUND'],
});

/** Who may see what a user has. Stored for the person; nothing shows to others yet. */
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
  query: ofUser,
  reply: z.object({ preferences, settings }),
  rejections: ['USER_NOT_FOUND'],
});

const CATEGORIES_MAX = 20;

/** Which of the fields are sent is what changes; what is not a preference is passed over (choice 15). */
export const changePreferences = endpoint({
  method: 'PUT',
  path: '/users/settings/preferences',
  summary: "Changes some of the caller's preferences and answers all of them.",
  audience: 'user',
  repeat: 'natural',
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

/** A text that may be left empty, which clears it. */
function clearable(name: string, lengthMax: number) {
  const message = `${name} must be at most ${lengthMax} characters long`;
  const text = z.string(`${name} must be a text`).check(z.trim(), z.maxLength(lengthMax, message));
  return z.optional(z.nullable(text));
}

/** As `changePreferences`. `twoFactorEnabled` is read only. */
export const changeSettings = endpoint({
  method: 'PUT',
  path: '/users/settings/general',
  summary: "Changes some of the caller's settings and answers all of them.",
  audience: 'user',
  repeat: 'natural',
  body: z.object({
    fullName: clearable('Full name', 100),
    username: z.optional(
      z
        .string('Username is required')
        .check(
          z.trim(),
          z.minLength(1, 'Username is required'),
          z.maxLength(50, 'Username must be at most 50 characters long'),
        ),
    ),
    phoneNumber: clearable('Phone number', 30),
    autoShipThreshold: z.optional(z.nullable(amountBetween(0, 1_000_000))),
    defaultShippingMethod: z.optional(z.literal('standard', 'Shipping method must be standard')),
    privacyLevel: z.optional(
      z.enum(PRIVACY_LEVELS, `Privacy level must be one of ${PRIVACY_LEVELS.join(', ')}`),
    ),
  }),
  reply: settings,
  rejections: [],
});
