// My account (docs/product.md §8).
import * as z from 'zod/mini';
import { ROLES } from '#domain/access.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';

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

/** Whose data: left out means the caller; another user's id is for admins only (docs/product.md §8). */
export const ofUser = z.object({ userId: z.optional(z.uuid('userId must be a UUID')) });

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
