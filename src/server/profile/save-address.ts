import type { Input, Reply } from '#contract/endpoint.ts';
import { joinedName, type saveAddress as row } from '#contract/profile.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { checkCountry } from '../accounts/country.ts';
import { updateAddress } from '../accounts/queries.ts';
import type { Context } from '../runtime/context.ts';
import { readProfile } from './show-profile.ts';

/** Rejects with VALIDATION_ERROR when ISO 3166 has no such country. */
export async function saveAddress(
  { db }: Context,
  { userId }: Caller,
  { firstName, lastName, ...address }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  checkCountry(address.country, 'country');
  const isSaved = await updateAddress(db, userId, {
    ...address,
    fullName: joinedName({ firstName, lastName }) || undefined,
    // An empty one clears, as in the settings.
    phoneNumber: address.phoneNumber === '' ? null : address.phoneNumber,
  });
  if (!isSaved) throw new Rejection('UNAUTHORIZED');
  return readProfile(db, userId);
}
