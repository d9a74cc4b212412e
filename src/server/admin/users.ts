// Operators' view of users, and the actions of an operator on an account.
import * as rows from '#contract/admin-users.ts';
import { paginationOf } from '#contract/paging.ts';
import type { UserDetail, UserSummary } from '#contract/admin-users.ts';
import type { Caller } from '#domain/access.ts';
import { readDevice } from '#domain/device.ts';
import { Rejection } from '#domain/rejection.ts';
import { networkOf } from '#domain/throttle.ts';
import {
  findAdminUser,
  listAdminUsers,
  lockUserAndAdmins,
  updateLocked,
  updateRoleOf,
  type AdminUserRow,
} from '../accounts/admin/users-queries.ts';
import { notify } from '../accounts/notify.ts';
import { deleteTwoFactor } from '../accounts/two-factors-queries.ts';
import { awaitsTwoFactor, makeTwoFactorToken } from '../accounts/two-factor-token.ts';
import { endSessionsOf, listActiveSessions } from '../accounts/sessions-queries.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { findBreak } from '../limits/breaks-queries.ts';
import { letThrough, listBarsOf } from '../limits/exclusion-marks-queries.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { twoFactorRemovedMail } from '../mail/templates/two-factor.ts';
import type { Context } from '../runtime/context.ts';
import { findBelongings } from './users-queries.ts';

export const listUsers = handler(
  rows.listUsers,
  async ({ db }, _caller, { search, role, state, page, limit }) => {
    const filters = { search: search || null, role: role ?? null, state: state ?? null };
    const { rows, total } = await listAdminUsers(db, filters, limit, (page - 1) * limit);
    return { users: rows.map(summaryOf), pagination: paginationOf(total, page, limit) };
  },
);

export const showUser = handler(rows.showUser, async (context, _caller, { id }) => {
  return detailOf(context, id);
});

export const changeUserRole = handler(
  rows.changeUserRole,
  async (context, caller, { id, role }) => {
    const { db } = context;
    const user = await holdUser(db, caller, id);
    if (user.erased_at !== null) throw new Rejection('INVALID_TRANSITION', IS_ERASED);
    if (role !== 'user' && !user.email_verified) {
      throw new Rejection('INVALID_TRANSITION', 'Their e-mail address is not verified');
    }
    await updateRoleOf(db, id, role);
    const detail = await detailOf(context, id);
    await recordAuditEntry(context, caller, {
      action: 'change_role',
      subject: { kind: 'user', id },
      before: { role: user.role },
      after: { role },
    });
    return detail;
  },
);

/**
 * Locks an account and ends all its sessions, so that the user's next call is refused. The user's
 * money, packs and cards stay theirs.
 */
export const lockUser = handler(rows.lockUser, async (context, caller, { id, reason }) => {
  const { db } = context;
  const user = await holdUser(db, caller, id);
  if (user.erased_at !== null) throw new Rejection('INVALID_TRANSITION', IS_ERASED);
  if (user.locked_at !== null) {
    throw new Rejection('INVALID_TRANSITION', 'This account is locked already');
  }
  await updateLocked(db, id, true);
  const sessionsEnded = await endSessionsOf(db, id, null);
  const detail = await detailOf(context, id);
  await recordAuditEntry(context, caller, {
    action: 'lock_user',
    subject: { kind: 'user', id },
    after: { reason, sessionsEnded },
  });
  return detail;
});

export const unlockUser = handler(rows.unlockUser, async (context, caller, { id, reason }) => {
  const { db } = context;
  const user = await holdUser(db, caller, id);
  if (user.locked_at === null) {
    throw new Rejection('INVALID_TRANSITION', 'This account is not locked');
  }
  await updateLocked(db, id, false);
  const detail = await detailOf(context, id);
  await recordAuditEntry(context, caller, {
    action: 'unlock_user',
    subject: { kind: 'user', id },
    before: { lockedAt: user.locked_at },
    after: { reason },
  });
  return detail;
});

/**
 * Allows a user to buy although they share a home with an excluded person. An account that shares a
 * card or a mailbox with one stays barred.
 */
export const letUserThrough = handler(
  rows.letUserThrough,
  async (context, caller, { id, reason }) => {
    const { db } = context;
    if ((await findAdminUser(db, id)) === null) throw new Rejection('USER_NOT_FOUND');
    const answered = await letThrough(db, id, caller.userId, reason);
    if (answered === 0) {
      throw new Rejection('INVALID_TRANSITION', 'Nobody asks whether this is somebody else');
    }
    const detail = await detailOf(context, id);
    await recordAuditEntry(context, caller, {
      action: 'let_through',
      subject: { kind: 'user', id },
      after: { reason },
    });
    return detail;
  },
);

export const endUserSessions = handler(rows.endUserSessions, async (context, caller, { id }) => {
  const { db } = context;
  if ((await findAdminUser(db, id)) === null) throw new Rejection('USER_NOT_FOUND');
  const ended = await endSessionsOf(db, id, null);
  await recordAuditEntry(context, caller, {
    action: 'end_sessions',
    subject: { kind: 'user', id },
    after: { ended },
  });
  return { ended };
});

/**
 * Removes the second factor of a user who has lost their app and their recovery codes. The user's
 * sessions end, because one may be a thief's.
 */
export const removeUserTwoFactor = handler(
  rows.removeUserTwoFactor,
  async (context, caller, { id }) => {
    const { db } = context;
    const user = await findAdminUser(db, id);
    if (user === null) throw new Rejection('USER_NOT_FOUND');
    if (id === caller.userId) throw new Rejection('INVALID_TRANSITION', ONES_OWN);
    if (!user.has_two_factor) {
      throw new Rejection('INVALID_TRANSITION', 'Two-factor sign-in is not on.');
    }
    await deleteTwoFactor(db, id);
    await endSessionsOf(db, id, null);
    await notify(context, id, 'always', twoFactorRemovedMail(letterheadOf(context)));
    const detail = await detailOf(context, id);
    await recordAuditEntry(context, caller, {
      action: 'remove_two_factor',
      subject: { kind: 'user', id },
    });
    return detail;
  },
);

/**
 * Makes a token for an operator who needs one to set up a second factor. The admin decides how to
 * hand over the token.
 */
export const giveTwoFactorToken = handler(rows.giveTwoFactorToken, (context, caller, { id }) =>
  inTransaction(context.db, async (db) => {
    const user = await findAdminUser(db, id);
    if (user === null) throw new Rejection('USER_NOT_FOUND');
    if (!awaitsTwoFactor(context, user)) {
      throw new Rejection('INVALID_TRANSITION', 'Nobody waits for a second factor here');
    }
    const given = await makeTwoFactorToken({ ...context, db }, id);
    await recordAuditEntry({ ...context, db }, caller, {
      action: 'give_two_factor_token',
      subject: { kind: 'user', id },
      after: { expiresAt: given.expiresAt },
    });
    return given;
  }),
);

const ONES_OWN = 'Somebody else has to do this to your account';
const IS_ERASED = 'This account is erased';

/**
 * Reads and locks a user. Rejects with INVALID_TRANSITION if the user is the caller, or the last
 * admin who can sign in.
 */
async function holdUser(db: Transaction, caller: Caller, id: string): Promise<AdminUserRow> {
  const held = await lockUserAndAdmins(db, id);
  if (held === null) throw new Rejection('USER_NOT_FOUND');
  if (id === caller.userId) throw new Rejection('INVALID_TRANSITION', ONES_OWN);
  if (held.otherAdmins === 0) {
    throw new Rejection('INVALID_TRANSITION', 'A shop needs an admin who can sign in');
  }
  return held.user;
}

async function detailOf({ db, config }: Context, id: string): Promise<UserDetail> {
  const [user, belongings, sessions, found, bars] = await Promise.all([
    findAdminUser(db, id),
    findBelongings(db, id),
    listActiveSessions(db, id),
    findBreak(db, id),
    listBarsOf(db, id),
  ]);
  if (user === null) throw new Rejection('USER_NOT_FOUND');
  return {
    ...summaryOf(user),
    phoneNumber: user.phone_number,
    country: user.country,
    lockedAt: user.locked_at,
    deletionDueAt: user.deletion_due_at,
    erasedAt: user.erased_at,
    awaitsTwoFactor: awaitsTwoFactor({ config }, user),
    break: found,
    bars,
    balance: belongings.balance,
    boughtCredits: belongings.bought,
    orders: belongings.orders,
    unopenedPacks: belongings.unopened_packs,
    cards: belongings.cards,
    shipments: belongings.shipments,
    sessions: sessions.map((one) => ({
      id: one.id,
      ...readDevice(one.user_agent),
      network: networkOf(one.ip),
      createdAt: one.created_at,
      lastUsedAt: one.rotated_at,
    })),
  };
}

function summaryOf(row: AdminUserRow): UserSummary {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    fullName: row.full_name,
    role: row.role,
    state: row.state,
    emailVerified: row.email_verified,
    twoFactorEnabled: row.has_two_factor,
    createdAt: row.created_at,
  };
}
