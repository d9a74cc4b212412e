import * as rows from '#contract/profile.ts';
import { joinedName } from '#contract/profile.ts';
import { Rejection } from '#domain/rejection.ts';
import { checkCountry } from '../accounts/country.ts';
import { updateAddress } from '../accounts/users-queries.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { compareWithExcluded } from '../limits/exclusion-marks.ts';
import { readProfile } from './show-profile.ts';

/** Saves an address. If ISO 3166 does not have its country, rejects with VALIDATION_ERROR. */
export const saveAddress = handler(
  rows.saveAddress,
  async (context, { userId }, { firstName, lastName, ...address }) => {
    checkCountry(address.country, 'country');
    await inTransaction(context.db, async (db) => {
      const isSaved = await updateAddress(db, userId, {
        ...address,
        fullName: joinedName({ firstName, lastName }) || undefined,
        // An empty phone number clears the field, as in the settings.
        phoneNumber: address.phoneNumber === '' ? null : address.phoneNumber,
      });
      if (!isSaved) throw new Rejection('UNAUTHORIZED');
      await compareWithExcluded({ ...context, db }, userId);
    });
    return readProfile(context.db, userId);
  },
);
