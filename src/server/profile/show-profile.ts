import type { Input, Reply } from '#contract/endpoint.ts';
import type { showProfile as row, User } from '#contract/profile.ts';
import { subjectOf, type Caller } from '#domain/access.ts';
import { toCents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Database } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { findProfile } from './queries.ts';

export async function showProfile(
  { db }: Context,
  caller: Caller,
  input: Input<typeof row>,
): Promise<Reply<typeof row>> {
  return readProfile(db, subjectOf(caller, input.userId));
}

/** A user as the contract tells them. Rejects with USER_NOT_FOUND. */
export async function readProfile(db: Database, userId: string): Promise<User> {
  const profile = await findProfile(db, userId);
  if (profile === null) throw new Rejection('USER_NOT_FOUND');
  return {
    id: profile.id,
    email: profile.email,
    username: profile.username,
    role: profile.role,
    emailVerified: profile.email_verified,
    account_balance: toCents(profile.balance),
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
      totalValue: toCents(profile.total_value),
    },
    deletionDueAt: profile.deletion_due_at,
    created_at: profile.created_at,
    updated_at: profile.updated_at,
  };
}
