// Imports of people from another shop. Their accounts have no known password: people choose one by a code from a mail.
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { emailField } from '#contract/accounts.ts';
import { addressAsks, addressFields, nameFields } from '#contract/profile.ts';
import type { LineValues } from '#domain/import-file.ts';
import type { Context } from '../runtime/context.ts';
import {
  insertImportedUsers,
  listKnownEmails,
  type ImportedUser,
} from '../accounts/admin/users-queries.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { compareNewAddress } from '../limits/exclusion-marks.ts';
import { publishEvents } from '../webhooks/publish-events.ts';
import type { JudgedLine } from './import-lines-queries.ts';
import { wrongLine, type JudgedBatch, type Kind, type Line } from './kind.ts';

const person = z.object({
  email: emailField,
  fullName: nameFields.fullName,
  phoneNumber: nameFields.phoneNumber,
});
const address = z.object(addressFields).check(...addressAsks);

const NO_ADDRESS = { addressLine1: null, city: null, state: null, zipCode: null, country: null };

function readPerson(values: LineValues): ImportedUser | { problem: string } {
  const read = z.safeParse(person, {
    email: values['email']?.toLowerCase() ?? '',
    fullName: values['full name'],
    phoneNumber: values['phone number'],
  });
  if (!read.success) return { problem: read.error.issues[0]!.message };
  const { email, fullName = null, phoneNumber = null } = read.data;
  const lines = {
    addressLine1: values['address line 1'],
    city: values['city'],
    state: values['state'],
    zipCode: values['zip code'],
    country: values['country']?.toUpperCase(),
  };
  if (Object.values(lines).every((line) => line === undefined)) {
    return { email, fullName, phoneNumber, ...NO_ADDRESS };
  }
  const { state = '', zipCode = '', ...needed } = lines;
  const at = z.safeParse(address, { ...needed, state, zipCode });
  if (!at.success) return { problem: at.error.issues[0]!.message };
  return {
    email,
    fullName,
    phoneNumber,
    ...at.data,
    state: at.data.state || null,
    zipCode: at.data.zipCode || null,
  };
}

async function judge({ db }: Context, lines: Line[]): Promise<JudgedBatch> {
  const read = lines.map(({ line, values }) => ({ line, found: readPerson(values) }));
  const people = read.flatMap(({ line, found }) =>
    'problem' in found ? [] : [{ line, ...found }],
  );
  const known = await listKnownEmails(
    db,
    people.map(({ email }) => email),
  );
  const judged = read.map(({ line, found }): JudgedLine => {
    if ('problem' in found) return wrongLine(line, found.problem);
    const { email } = found;
    const outcome = known.has(email) ? 'same' : 'new';
    return { line, outcome, subject: email, problem: null, warning: null, changes: [] };
  });
  return {
    judged,
    entries: [],
    store: async (context, _actor, wanted) => {
      const wantedPeople = people.flatMap(({ line, ...found }) =>
        wanted.has(line) ? [found] : [],
      );
      if (wantedPeople.length === 0) return [];
      // Nobody knows this password. All accounts of a batch share its hash, because hashing takes long.
      const hash = await hashPassword(randomBytes(32).toString('hex'), null);
      const made = await insertImportedUsers(context.db, wantedPeople, hash);
      for (const { id, email } of made) {
        // oxlint-disable-next-line no-await-in-loop -- Accounts are compared one after another, in the order of locks.
        await compareNewAddress(context, id, email);
      }
      if (made.length === 0) return [];
      publishEvents(
        context.db,
        ...made.map(({ id }) => ({ type: 'person.joined' as const, data: { userId: id } })),
      );
      return [
        {
          action: 'import_users',
          subject: { kind: 'user', id: made[0]!.id },
          after: { users: made.map(({ id }) => id) },
        },
      ];
    },
  };
}

export const PEOPLE_KIND: Kind = {
  // Locks nothing. If a person signs up in the meantime, their line is skipped.
  lock: () => Promise.resolve(),
  judge,
  finish: () => Promise.resolve(),
};
