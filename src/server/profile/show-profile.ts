import * as rows from '#contract/profile.ts';
import type { User } from '#contract/profile.ts';
import { userAskedFor } from '#domain/user-asked-for.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Database } from '#engine/database.ts';
import { shownRole } from '../accounts/sessions.ts';
import { handler } from '../http/handler.ts';
import { findProfile } from './profile-queries.ts';

export const showProfile = handler(rows.showProfile, async ({ db }, caller, input) => {
  return readProfile(db, userAskedFor(caller, input.userId));
});

/** Returns a user in the contract's form. If there is no such user, rejects with USER_NOT_FOUND. */
export async function readProfile(db: Database, userId: string): Promise<User> {
  const profile = await findProfile(db, userId);
  if (profile === null) throw new Rejection('USER_NOT_FOUND');
  return {
    id: profile.id,
    email: profile.email,
    username: profile.username,
    ...shownRole(profile),
    emailVerified: profile.email_verified,
    account_balance: profile.balance,
    accountPause: profile.pause,
    debt: profile.debt,
    fullName: profile.full_name,
    phoneNumber: profile.phone_number,
    addressLine1: profile.address_line_1,
    city: profile.city,
    state: profile.state,
    zipCode: profile.zip_code,
    country: profile.country,
    preferences: profile.preferences,
    collection: {
      totalCards: profile.total_cards,
      legendary: profile.legendary,
      epic: profile.epic,
      rare: profile.rare,
      totalValue: profile.total_value,
      totalSellPrice: profile.total_offer,
    },
    sealedPacks: profile.sealed_packs,
    deletionDueAt: profile.deletion_due_at,
    created_at: profile.created_at,
    updated_at: profile.updated_at,
  };
}
