// Protects passwords and second factors against guessing, in addition to the general limit on calls
// from one network. Wrong tries from one network at one account cause a growing wait. While an
// account is attacked from many networks, it admits only networks from which somebody has already
// signed in to it (choices 12 and 13).
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

/**
 * The kind of try. Passwords and codes have separate counters, so that a right password does not
 * reset the count of wrong codes.
 */
type Tried = 'wrong_passwords' | 'wrong_codes';

/** The counter of wrong tries at one account from the caller's network. */
function wrongTries(context: Context, tried: Tried, email: string) {
  const network = networkOf(context.origin.ip);
  return counterOf(context, tried, `${network} ${email}`);
}

/** The counter of failed sign-ins with one address. It also counts addresses without an account. */
function failedSignIns(context: Context, email: string) {
  return counterOf(context, 'failed_sign_ins', email);
}

/**
 * Runs `check`. Counts the try as wrong before `check` begins, so that concurrent tries can't
 * exceed the limit. After a right try, call `forgetTries`. Rejects with RATE_LIMITED while the
 * caller has to wait.
 */
export async function withCountedTry<Result>(
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
    // The check did not finish, for example because the shop was too busy. A try without a result
    // does not count.
    if (!isJudged) await uncountTry(db, tries);
  }
}

/** Resets the counter of wrong tries. Call this after a right try. */
export async function forgetTries(context: Context, tried: Tried, email: string): Promise<void> {
  if (!context.config.rateLimits) return;
  await deleteCount(context.db, wrongTries(context, tried, email));
}

/** Resets the counters of an account after its owner proved by mail that the account is theirs. */
export async function forgetFailedSignIns(context: Context, email: string): Promise<void> {
  if (!context.config.rateLimits) return;
  await deleteCount(context.db, failedSignIns(context, email));
  await forgetTries(context, 'wrong_passwords', email);
}

/**
 * Counts a wrong password or second factor. When the account begins to refuse unknown networks,
 * mails the owner once.
 */
export async function noteFailedSignIn(
  context: Context,
  tried: Tried,
  email: string,
  user: UserRow | null,
): Promise<void> {
  const who = { userId: user?.id ?? null, ip: context.origin.ip };
  // Does not log the typed address, because people type passwords into that field.
  context.log.warn(
    { event: 'sign_in_refused', ...who, tried },
    'Sign-in refused: wrong password or second factor',
  );
  if (!context.config.rateLimits) return;
  const { most, seconds } = FAILED_SIGN_INS_OF_ACCOUNT;
  // The count triggers the mail. The count and the mail commit together, so that the owner gets the
  // mail exactly once.
  await inTransaction(context.db, async (db) => {
    const { count } = await countEvent(db, failedSignIns(context, email), seconds);
    if (count !== most) return;
    context.log.warn(
      { event: 'sign_in_failed_often', ...who },
      'Many failed sign-ins to one account: refusing unknown networks',
    );
    if (user === null) return;
    const mail = manyFailedSignInsMail(letterheadOf(context));
    await notify({ ...context, db }, user.id, 'always', mail);
  });
}

/**
 * Rejects with ACCOUNT_LOCKED, even if the password is right, in one case: the account had too many
 * failed sign-ins in a day, and nobody ever signed in to it from the caller's network.
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
