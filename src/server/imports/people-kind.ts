// Imports of people from another shop, and of the credits that they had there (docs/moving-in.md). Their accounts have
// no known password: each owner chooses one by the link in a mail (choice 980).
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { emailField } from '#contract/accounts.ts';
import { oneLine } from '#contract/plain-text.ts';
import { addressAsks, addressFields, joinedName, nameFields } from '#contract/profile.ts';
import { decimalOf, decimalText } from '#domain/decimals.ts';
import { CREDIT_KINDS, readAmount, type LineValues } from '#domain/import-file.ts';
import { creditsMovedIn } from '#domain/ledger.ts';
import { CURRENCY, formatCad, sum, toCents, ZERO, type Cents } from '#domain/money.ts';
import type { Transaction } from '#engine/database.ts';
import type { NewAuditEntry } from '../audit-log/audit-log-queries.ts';
import {
  insertImportedUsers,
  listKnownUsers,
  type ImportedUser,
  type KnownUser,
} from '../accounts/admin/users-queries.ts';
import { mailFirstPasswordLink } from '../accounts/codes.ts';
import { notify } from '../accounts/notify.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { lockAccounts } from '../ledger/ledger-accounts-queries.ts';
import { postJournal } from '../ledger/post.ts';
import { compareNewAddress } from '../limits/exclusion-marks.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { importedCreditsMail } from '../mail/templates/imported-credits.ts';
import type { Context } from '../runtime/context.ts';
import { publishEvents } from '../webhooks/publish-events.ts';
import type { JudgedLine } from './import-lines-queries.ts';
import { findImportedCredits, insertImportedCredits } from './imported-credits-queries.ts';
import { wrongLine, type Actor, type JudgedBatch, type Kind, type Line } from './kind.ts';

/** The largest credit of a line, in cents: CAD 10,000.00, as for credits that an operator gives. */
const CREDIT_MOST = toCents(1_000_000);

const person = z.object({
  email: emailField,
  fullName: nameFields.fullName,
  phoneNumber: nameFields.phoneNumber,
  reference: z
    .string()
    .check(z.maxLength(100, 'reference is longer than 100 characters'), oneLine('reference')),
});
const address = z.object(addressFields).check(...addressAsks);

type Home = Omit<ImportedUser, 'email' | 'fullName' | 'phoneNumber'>;

const NO_ADDRESS: Home = {
  addressLine1: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
};

type Credit = { amount: Cents; isBought: boolean };
type Found = { user: ImportedUser; credit: Credit | null; reference: string };
type Problem = { problem: string };

/** Shopify writes an apostrophe before numbers, so that spreadsheets take them as text. */
const withoutApostrophe = (cell: string | undefined) => cell?.replace(/^'/, '');

function readPerson(values: LineValues): Found | Problem {
  const [firstName, lastName] = [values['first name'], values['last name']];
  const read = z.safeParse(person, {
    email: values['email']?.toLowerCase() ?? '',
    fullName: values['full name'] ?? (joinedName({ firstName, lastName }) || undefined),
    phoneNumber: withoutApostrophe(values['phone number']),
    reference: values['reference'] ?? '',
  });
  if (!read.success) return { problem: read.error.issues[0]!.message };
  const { email, fullName = null, phoneNumber = null, reference } = read.data;
  const home = readAddress(values);
  if ('problem' in home) return home;
  const credit = readCredit(values);
  if (credit !== null && 'problem' in credit) return credit;
  return { user: { email, fullName, phoneNumber, ...home }, credit, reference };
}

/** Without a first line there is no address: other shops know some people's country alone. */
function readAddress(values: LineValues): Home | Problem {
  const { 'address line 1': addressLine1, city, state = '', country } = values;
  if (addressLine1 === undefined) return NO_ADDRESS;
  const read = z.safeParse(address, {
    addressLine1,
    city,
    state,
    zipCode: withoutApostrophe(values['zip code']) ?? '',
    country: country?.toUpperCase(),
  });
  if (!read.success) return { problem: read.error.issues[0]!.message };
  const { data } = read;
  return { ...data, state: data.state || null, zipCode: data.zipCode || null };
}

/** Reads what the former shop owed. Null: nothing. */
function readCredit(values: LineValues): Credit | Problem | null {
  const { credit: cell, 'credit kind': kind, currency = CURRENCY } = values;
  if (cell === undefined) return null;
  const amount = readAmount(cell);
  if (amount === null || amount > CREDIT_MOST) {
    return {
      problem: `credit must be an amount such as 12.50, at most ${formatCad(CREDIT_MOST)}, not “${cell}”`,
    };
  }
  if (amount === 0) return null;
  if (currency.toUpperCase() !== CURRENCY) {
    return { problem: `credits are in ${CURRENCY} here, not in ${currency}` };
  }
  const known = CREDIT_KINDS.find((one) => one === kind?.toLowerCase());
  if (known === undefined) {
    return { problem: `credit kind must say whether the credit is ${CREDIT_KINDS.join(' or ')}` };
  }
  return { amount, isBought: known === 'bought' };
}

/** The mark of a credit, by which a repeated file is recognized. It names nobody, because it outlives the account (choice 1083). */
function markOf({ config }: Pick<Context, 'config'>, { user, reference }: Found): Buffer {
  return createHmac('sha256', `imported-credit:${config.authSecret}`)
    .update(JSON.stringify([user.email, reference.toLowerCase()]))
    .digest();
}

/** `before`: the credit with the same mark. `others`: the person's other credits from files. */
type Known = {
  user: KnownUser | undefined;
  before: Credit | undefined;
  others: (Credit & { reference: string | null })[];
};

/**
 * Judges a line. A known credit with another amount is wrong (choice 1084), and so is a credit for an account that a
 * stranger may have made with this address (choice 980).
 */
function judgePerson(
  { user: { email }, credit, reference }: Found,
  { user, before, others }: Known,
) {
  const right = { subject: email, problem: null, warning: null };
  const same = { ...right, outcome: 'same' as const, changes: [] };
  if (credit !== null && before !== undefined) {
    return isAlike(before, credit)
      ? same
      : { problem: `${words(before)} came in before for this person: change the rest by hand` };
  }
  if (user !== undefined && credit === null) return same;
  if (user !== undefined && user.role !== 'user') {
    return { problem: `${email} works in the shop: a file gives no credits to staff` };
  }
  if (user?.isUnproven === true) {
    return {
      problem: `${email} has an account, but nobody has confirmed this address: import the credit once its owner has`,
    };
  }
  if (user?.isLeaving === true) {
    return { problem: `${email} asked for their account to be deleted: settle the credit by hand` };
  }
  const has = user === undefined ? '' : 'has an account; ';
  const outcome = user === undefined ? ('new' as const) : ('changed' as const);
  if (credit === null) return { ...right, outcome, changes: [] };
  const after = decimalText(credit.amount);
  // A file of gift cards that came in with its references looks new without them, and the other way round.
  const mayBeSame = others.some(
    (one) => isAlike(one, credit) && (reference === '' || one.reference === null),
  );
  const warning = mayBeSame
    ? `${words(credit)} came in before for this person, under another reference: is it the same again?`
    : null;
  return {
    ...right,
    outcome,
    warning,
    changes: [{ field: `${has}${kindOf(credit)} credits`, before: null, after }],
  };
}

const isAlike = (one: Credit, other: Credit) =>
  one.amount === other.amount && one.isBought === other.isBought;
const kindOf = ({ isBought }: Credit) => CREDIT_KINDS[isBought ? 0 : 1];
const words = (credit: Credit) => `${formatCad(credit.amount)} of ${kindOf(credit)} credits`;

type Person = Found & { line: number; mark: Buffer };

async function judge(context: Context, lines: Line[]): Promise<JudgedBatch> {
  const { db } = context;
  const read = lines.map(({ line, values }) => {
    const found = readPerson(values);
    return { line, found: 'problem' in found ? found : { ...found, mark: markOf(context, found) } };
  });
  const people = read.flatMap(({ line, found }): Person[] =>
    'problem' in found ? [] : [{ line, ...found }],
  );
  const users = await listKnownUsers(
    db,
    people.map(({ user }) => user.email),
  );
  const credits = await findImportedCredits(
    db,
    people.flatMap(({ credit, mark }) => (credit === null ? [] : [mark])),
    [...users.values()].map(({ id }) => id),
  );
  const judged = read.map(({ line, found }): JudgedLine => {
    if ('problem' in found) return wrongLine(line, found.problem);
    const user = users.get(found.user.email);
    const mark = found.mark.toString('hex');
    const others = credits.filter((one) => one.userId === user?.id && one.mark !== mark);
    const before = credits.find((one) => one.mark === mark);
    const judgement = judgePerson(found, { user, before, others });
    return 'outcome' in judgement ? { line, ...judgement } : wrongLine(line, judgement.problem);
  });
  return {
    judged,
    entries: [],
    store: (inside, actor, wanted) =>
      store(
        inside,
        actor,
        people.filter(({ line }) => wanted.has(line)),
      ),
  };
}

async function store(
  context: Context<Transaction>,
  actor: Actor,
  people: Person[],
): Promise<NewAuditEntry[]> {
  if (people.length === 0) return [];
  // Nobody knows this password. All accounts of a batch share its hash, because hashing takes long.
  const hash = await hashPassword(randomBytes(32).toString('hex'), null);
  const made = await insertImportedUsers(
    context.db,
    people.map(({ user }) => user),
    hash,
  );
  const credits = await storeCredits(context, actor, people);
  const totals = new Map<string, Cents>();
  for (const { userId, amount } of credits) {
    totals.set(userId, sum(totals.get(userId) ?? ZERO, amount));
  }
  for (const { id, email } of made) {
    // oxlint-disable-next-line no-await-in-loop -- Accounts are compared one after another, in the order of locks.
    await compareNewAddress(context, id, email);
    // oxlint-disable-next-line no-await-in-loop -- Mails are written one after another, as the accounts are.
    await mailFirstPasswordLink(context, { id, email }, totals.get(id) ?? ZERO);
    totals.delete(id);
  }
  // Everybody else who got credits had an account before.
  for (const [userId, total] of totals) {
    const mail = importedCreditsMail(total, letterheadOf(context));
    // oxlint-disable-next-line no-await-in-loop -- Mails are written one after another, as the accounts are.
    await notify(context, userId, 'always', mail);
  }
  publishEvents(
    context.db,
    ...made.map(({ id }) => ({ type: 'person.joined' as const, data: { userId: id } })),
  );
  return [...entryOfUsers(made), ...entryOfCredits(actor, credits)];
}

type Stored = Credit & { userId: string };

/** Books the credits of people who have accounts by now. Skips credits that another import has just booked. */
async function storeCredits(
  { db }: Context<Transaction>,
  { importId }: Actor,
  people: Person[],
): Promise<Stored[]> {
  const wanted = people.filter(({ credit }) => credit !== null);
  if (wanted.length === 0) return [];
  const users = await listKnownUsers(
    db,
    wanted.map(({ user }) => user.email),
  );
  if ([...users.values()].some(({ isUnproven }) => isUnproven)) {
    throw new Error(
      'Somebody signed up with an address of this file just now: the job repeats the batch',
    );
  }
  const credits = wanted.map(({ user, credit, mark, reference }) => ({
    id: randomUUID(),
    userId: users.get(user.email)!.id,
    ...credit!,
    mark,
    reference: reference || null,
  }));
  await lockAccounts(
    db,
    credits.map(({ userId }) => userId),
  );
  const fresh = await insertImportedCredits(db, importId, credits);
  const stored = credits.filter(({ id }) => fresh.has(id));
  await Promise.all(
    stored.map(({ id, userId, isBought, amount }) =>
      postJournal(db, {
        kind: 'imported_credit',
        referenceId: id,
        userId,
        description: 'Credits from your former shop',
        transfers: creditsMovedIn(userId, isBought, amount),
      }),
    ),
  );
  return stored;
}

function entryOfUsers(made: { id: string }[]): NewAuditEntry[] {
  if (made.length === 0) return [];
  return [
    {
      action: 'import_users',
      subject: { kind: 'user', id: made[0]!.id },
      after: { users: made.map(({ id }) => id) },
    },
  ];
}

function entryOfCredits({ importId }: Actor, credits: Stored[]): NewAuditEntry[] {
  if (credits.length === 0) return [];
  const totalOf = (isBought: boolean) =>
    decimalOf(
      sum(...credits.filter((one) => one.isBought === isBought).map(({ amount }) => amount)),
    );
  return [
    {
      action: 'import_credits',
      subject: { kind: 'import', id: importId },
      after: {
        bought: totalOf(true),
        earned: totalOf(false),
        users: [...new Set(credits.map(({ userId }) => userId))],
      },
    },
  ];
}

export const PEOPLE_KIND: Kind = {
  // Locks the accounts that get credits. If somebody signs up in the meantime with an address of the file, their line is
  // skipped, or the batch is repeated if the line has a credit.
  lock: async (db, lines) => {
    const emails = lines.flatMap(({ values }) => values['email']?.toLowerCase() ?? []);
    const users = await listKnownUsers(db, emails);
    await lockAccounts(
      db,
      [...users.values()].map(({ id }) => id),
    );
  },
  judge,
  finish: () => Promise.resolve(),
};
