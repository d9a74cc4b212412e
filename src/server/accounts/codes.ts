// Codes of six digits prove that a person can read the mail to an address. The database stores only
// a keyed hash of each code, bound to the user, the purpose and the address.
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import {
  CODE_DIGITS,
  CODE_LIFE_MINUTES,
  CODE_PAUSE_S,
  LINK_CODE_LENGTH,
  LINK_CODE_LIFE_DAYS,
  type CodePurpose,
} from '#domain/one-time-code.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Cents } from '#domain/money.ts';
import { changeEmailMail } from '../mail/templates/change-email.ts';
import { importedAccountMail } from '../mail/templates/imported-account.ts';
import { proveMailMail } from '../mail/templates/prove-mail.ts';
import { resetPasswordMail } from '../mail/templates/reset-password.ts';
import { verifyEmailMail } from '../mail/templates/verify-email.ts';
import type { Context } from '../runtime/context.ts';
import { countCode } from './mail-limits.ts';
import {
  countCodeTry,
  deleteCode,
  findCode,
  findCodePause,
  replaceCode,
} from './one-time-codes-queries.ts';

type CodeOwner = { id: string; email: string };
type Recipient = CodeOwner & { email_verified_at: Date | null };

/** Mails a user the code that verifies the user's address, in the caller's transaction. */
export async function mailVerificationCode(
  context: Context<Transaction>,
  user: CodeOwner,
): Promise<void> {
  await countCode(context, 'codes_to_unproven', user.email);
  const code = await makeCode(context, user, 'verify_email');
  await sendMail(
    context,
    { email: user.email, userId: user.id },
    verifyEmailMail({ code, head: letterheadOf(context) }),
  );
}

/** Mails a user the code that allows a new password, in the caller's transaction. */
export async function mailResetCode(context: Context<Transaction>, user: Recipient): Promise<void> {
  if (user.email_verified_at === null) await countCode(context, 'codes_to_unproven', user.email);
  const code = await makeCode(context, user, 'reset_password');
  await sendMail(
    context,
    { email: user.email, userId: user.id },
    resetPasswordMail({ code, email: user.email, head: letterheadOf(context) }),
  );
}

/**
 * Mails a code to the new address of a user, in the caller's transaction. The code confirms the
 * change of address.
 */
export async function mailChangeCode(
  context: Context<Transaction>,
  user: CodeOwner,
): Promise<void> {
  // Counts these codes separately. Otherwise other accounts that request this address would use up
  // the codes that its owner may get.
  await countCode(context, 'claims_of_unproven', user.email);
  const code = await makeCode(context, user, 'change_email');
  await sendMail(
    context,
    { email: user.email, userId: user.id },
    changeEmailMail({ code, head: letterheadOf(context) }),
  );
}

/** Mails a code to an operator, in the caller's transaction. The code proves that the shop's mail arrives. */
export async function mailProofCode(context: Context<Transaction>, user: CodeOwner): Promise<void> {
  const code = await makeCode(context, user, 'prove_mail');
  await sendMail(
    context,
    { email: user.email, userId: user.id },
    proveMailMail({ code, head: letterheadOf(context) }),
  );
}

const DAY_MINUTES = 24 * 60;

/**
 * Mails the owner of an imported account the link that sets their first password, in the caller's transaction. Its code
 * is too long to be guessed, because it is valid for days (choice 1082). `credits`: the credits that came with the account.
 */
export async function mailFirstPasswordLink(
  context: Context<Transaction>,
  user: CodeOwner,
  credits: Cents,
): Promise<void> {
  const code = randomBytes((LINK_CODE_LENGTH * 6) / 8).toString('base64url');
  await replaceCode(context.db, {
    userId: user.id,
    purpose: 'reset_password',
    email: user.email,
    codeHash: hashCode(context, user, 'reset_password', code),
    lifeMinutes: LINK_CODE_LIFE_DAYS * DAY_MINUTES,
    pauseS: 0,
  });
  await sendMail(
    context,
    { email: user.email, userId: user.id },
    importedAccountMail({ code, email: user.email, credits, head: letterheadOf(context) }),
  );
}

/**
 * Makes a code in the caller's transaction, and voids the user's previous code for this purpose.
 * Rejects with RATE_LIMITED within a minute of the previous code, and after too many codes in a
 * day.
 */
async function makeCode(
  context: Context<Transaction>,
  user: CodeOwner,
  purpose: CodePurpose,
): Promise<string> {
  const { db, config } = context;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const replaced = await replaceCode(db, {
    userId: user.id,
    purpose,
    email: user.email,
    codeHash: hashCode(context, user, purpose, code),
    lifeMinutes: CODE_LIFE_MINUTES,
    pauseS: config.rateLimits ? CODE_PAUSE_S : 0,
  });
  if (!replaced) {
    throw Rejection.tooSoon(await findCodePause(db, user.id, purpose, CODE_PAUSE_S));
  }
  await countCode(context, 'codes_of_account', `${purpose}:${user.id}`);
  return code;
}

function hashCode(context: Context, user: CodeOwner, purpose: CodePurpose, code: string): string {
  return createHmac('sha256', `code:${context.config.authSecret}`)
    .update([purpose, user.id, user.email, code].join(' '))
    .digest('base64url');
}

/**
 * Checks a code that a user typed. Do not call this function inside a transaction, because a
 * rollback would undo the count of wrong tries. Rejects with INVALID_CODE, CODE_EXPIRED or
 * TOO_MANY_ATTEMPTS. Pass the result to `useCode`.
 */
export async function checkCode(
  context: Context,
  user: CodeOwner,
  purpose: CodePurpose,
  code: string,
): Promise<{ userId: string; purpose: CodePurpose; codeHash: string }> {
  const storedHash = await countCodeTry(context.db, user.id, purpose);
  if (storedHash === null) {
    const found = await findCode(context.db, user.id, purpose);
    if (found === null) throw new Rejection('INVALID_CODE');
    throw new Rejection(found.is_used_up ? 'TOO_MANY_ATTEMPTS' : 'CODE_EXPIRED');
  }
  const codeHash = hashCode(context, user, purpose, code);
  if (!timingSafeEqual(Buffer.from(codeHash), Buffer.from(storedHash))) {
    throw new Rejection('INVALID_CODE');
  }
  return { userId: user.id, purpose, codeHash };
}

/**
 * Uses up a checked code, in the transaction of the action that the code allows. If two requests
 * use a code at the same time, only one succeeds.
 */
export async function useCode(
  context: Context<Transaction>,
  checked: { userId: string; purpose: CodePurpose; codeHash: string },
): Promise<void> {
  if (!(await deleteCode(context.db, checked))) throw new Rejection('INVALID_CODE');
}
