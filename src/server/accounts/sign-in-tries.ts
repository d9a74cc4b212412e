// Against guessing passwords and second factors, beside the limit on calls from one network: wrong ones
// from one network for one account cost a growing wait, and an account that is guessed at from
// everywhere lets in only the networks that it knows (choices 12 and 13).
import { Rejection } from '#domain/rejection.ts';
import {
  DAY_S,
  FAILED_SIGN_INS_OF_ACCOUNT,
  networkOf,
  WAITS_AFTER_WRONG_TRIES_S,
} from '#domain/throttle.ts';
import { inTransaction } from '#engine/database.ts';
import {
  countEvent,
  countTry,
  deleteCount,
  findCount,
  uncountTry,
} from '../http/throttle-counters-queries.ts';
import { counterOf } from '../http/throttle.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { manyFailedSignInsMail } from '../mail/templates/many-failed-sign-ins.ts';
import type { Context } from '../runtime/context.ts';
import { notify } from './notify.ts';
import { listPlacesOfSessions } from './sessions-queries.ts';
import type { UserRow } from './users-queries.ts';

/** What was tried. They are counted separately: a right password is no reason to forget wrong codes. */
type Tried = 'wrong_passwords' | 'wrong_codes';

/** The count of wrong tries from the caller's network for one account. */
function wrongTries(context: Context, tried: Tried, email: string) {
  const network = networkOf(context.origin.ip);
  return counterOf(context, tried, `${network} ${email}`);
}

/** The count of failed sign-ins to one account. An address without an account has one too. */
function failedSignIns(context: Context, email: string) {
  return counterOf(context, 'failed_sign_ins', email);
}

/**
 * Runs `check` as a try that counts as wrong until `forgetTries`: counted first, so that
 * tries at the same moment can't pass together. Rejects with RATE_LIMITED while the caller has to wait.
 */
export async function spendTry<Result>(
  context: Context,
  tried: Tried,
  email: string,
  check: () => Promise<Result>,
): Promise<Result> {
  if (!context.config.rateLimits) return check();
  const { db } = context;
  const tries = wrongTries(context, tried, email);
  const waitS = await countTry(db, tries, WAITS_AFTER_WRONG_TRIES_S, DAY_S);
  if (waitS !== null) throw Rejection.tooSoon(waitS);
  let isJudged = false;
  try {
    const result = await check();
    isJudged = true;
    return result;
  } finally {
    // Nobody waits for a try that the shop was too busy to judge.
    if (!isJudged) await uncountTry(db, tries);
  }
}

/** The try was right. */
export async function forgetTries(context: Context, tried: Tried, email: string): Promise<void> {
  if (!context.config.rateLimits) return;
  await deleteCount(context.db, wrongTries(context, tried, email));
}

/** Somebody proved by mail that the account is theirs: what strangers tried before is forgotten. */
export async function forgetFailedSignIns(context: Context, email: string): Promise<void> {
  if (!context.config.rateLimits) return;
  await deleteCount(context.db, failedSignIns(context, email));
  await forgetTries(context, 'wrong_passwords', email);
}

/** The password or the second factor was wrong. The owner is told once, when the account begins to refuse strange networks. */
export async function noteFailedSignIn(
  context: Context,
  tried: Tried,
  email: string,
  user: UserRow | null,
): Promise<void> {
  const who = { userId: user?.id ?? null, ip: context.origin.ip };
  // Never what was typed as an address: people type passwords there.
  context.log.warn({ event: 'sign_in_refused', ...who, tried }, 'Sign-in refused');
  if (!context.config.rateLimits) return;
  const { most, seconds } = FAILED_SIGN_INS_OF_ACCOUNT;
  // The count that is the mail's reason is kept with the mail, or neither is: it goes to the owner once.
  await inTransaction(context.db, async (db) => {
    const { count } = await countEvent(db, failedSignIns(context, email), seconds);
    if (count !== most) return;
    context.log.warn({ event: 'sign_in_failed_often', ...who }, 'Many failed sign-ins');
    if (user === null) return;
    const mail = manyFailedSignInsMail(letterheadOf(context));
    await notify({ ...context, db }, user.id, 'always', mail);
  });
}

/**
 * Rejects with ACCOUNT_LOCKED, whatever the password, when an account had too many failed sign-ins in
 * a day and was never signed in to from the caller's network.
 */
export async function refuseStrangeNetwork(
  context: Context,
  email: string,
  user: UserRow | null,
): Promise<void> {
  const { db, config, origin } = context;
  if (!config.rateLimits) return;
  if ((await findCount(db, failedSignIns(context, email))) < FAILED_SIGN_INS_OF_ACCOUNT.most)
    return;
  const known = user === null ? [] : await listPlacesOfSessions(db, user.id);
  const network = networkOf(origin.ip);
  if (known.some(({ ip }) => networkOf(ip) === network)) return;
  context.log.warn(
    { event: 'unknown_network_refused', userId: user?.id ?? null, ip: origin.ip },
    'Sign-in refused: unknown network while the account is under attack',
  );
  throw new Rejection('ACCOUNT_LOCKED');
}
