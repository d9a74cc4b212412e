import * as rows from '#contract/profile.ts';
import { joinedName } from '#contract/profile.ts';
import { Rejection } from '#domain/rejection.ts';
import { checkCountry } from '../accounts/country.ts';
import { updateAddress } from '../accounts/users-queries.ts';
import { handler } from '../http/handler.ts';
import { readProfile } from './show-profile.ts';

/** Saves an address. Rejects with VALIDATION_ERROR if ISO 3166 does not have its country. */
export const saveAddress = handler(
  rows.saveAddress,
  async ({ db }, { userId }, { firstName, lastName, ...address }) => {
    checkCountry(address.country, 'country');
    const isSaved = await updateAddress(db, userId, {
      ...address,
      fullName: joinedName({ firstName, lastName }) || undefined,
      // An empty number clears the field, as in the settings.
      phoneNumber: address.phoneNumber === '' ? null : address.phoneNumber,
    });
    if (!isSaved) throw new Rejection('UNAUTHORIZED');
    return readProfile(db, userId);
  },
);
