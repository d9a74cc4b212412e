// Shows users to operators, and handles an operator's actions on an account.
import * as rows from '#contract/admin-users.ts';
import { paginationOf } from '#contract/paging.ts';
import type { UserDetail, UserSummary } from '#contract/admin-users.ts';
import { rightsOf, type Caller } from '#domain/access.ts';
import { readDevice } from '#domain/device.ts';
import { Rejection } from '#domain/rejection.ts';
import { networkOf } from '#domain/throttle.ts';
import {
  findAdminUser,
  listAdminUsers,
  listAdminUsersAfter,
  lockUserAndAdmins,
  updateLocked,
  updateRoleOf,
  type AdminUserRow,
  type UserFilters,
} from '../accounts/admin/users-queries.ts';
import { holdStaffRole } from '../accounts/admin/staff-queries.ts';
import { notify } from '../accounts/notify.ts';
import { deleteTwoFactor } from '../accounts/two-factors-queries.ts';
import { awaitsTwoFactor, makeTwoFactorToken } from '../accounts/two-factor-token.ts';
import { endSessionsByShop, listActiveSessions } from '../accounts/sessions-queries.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { csvFile, type CsvColumns } from '../http/csv-file.ts';
import { handler } from '../http/handler.ts';
import { findBreak } from '../limits/breaks-queries.ts';
import { letThrough, listBarsOf } from '../limits/exclusion-marks-queries.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { twoFactorRemovedMail } from '../mail/templates/two-factor.ts';
import type { Context } from '../runtime/context.ts';
import { losesRight, staffRoleOf } from './staff.ts';
import { findBelongings } from './users-queries.ts';

export const listUsers = handler(
  rows.listUsers,
  async ({ db }, _caller, { page, limit, sort = null, ...asked }) => {
    const { rows, total } = await listAdminUsers(
      db,
      filtersOf(asked),
      sort,
      limit,
      (page - 1) * limit,
    );
    return { users: rows.map(summaryOf), pagination: paginationOf(total, page, limit) };
  },
);

type Asked = { [Name in keyof UserFilters]?: UserFilters[Name] | undefined };

const filtersOf = ({ search, role, state }: Asked): UserFilters => ({
  search: search || null,
  role: role ?? null,
  state: state ?? null,
});

const COLUMNS: CsvColumns<(typeof rows.USER_COLUMNS)[number], AdminUserRow> = {
  email: { head: 'E-mail', cell: (user) => user.email },
  name: { head: 'Name', cell: (user) => user.full_name },
  username: { head: 'Username', cell: (user) => user.username },
  role: { head: 'Role', cell: (user) => user.role },
  guard: { head: 'Two-factor', cell: (user) => (user.has_two_factor ? 'on' : null) },
  joined: { head: 'Joined', cell: (user) => user.created_at },
  state: { head: 'State', cell: (user) => user.state },
};

const ROWS_AT_ONCE = 1_000;

export const exportUsers = handler(
  rows.exportUsers,
  async (context, caller, { sort = null, columns, ...asked }) => {
    const filters = filtersOf(asked);
    await inTransaction(context.db, async (db) => {
      // The entry leaves out the searched text, because it may be a person's name.
      const { search, ...others } = filters;
      await recordAuditEntry({ ...context, db }, caller, {
        action: 'export_users',
        subject: { kind: 'users', id: 'users.csv' },
        after: { ...others, isSearch: search !== null, columns: columns ?? rows.USER_COLUMNS },
      });
    });
    return csvFile(COLUMNS, columns, (after) =>
      listAdminUsersAfter(context.db, filters, sort, after, ROWS_AT_ONCE),
    );
  },
);

export const showUser = handler(rows.showUser, async (context, _caller, { id }) => {
  return detailOf(context, id);
});

export const changeUserRole = handler(
  rows.changeUserRole,
  async (context, caller, { id, role, staffRoleId = null }) => {
    const { db } = context;
    const user = await holdUser(db, caller, id);
    if (user.erased_at !== null) throw new Rejection('INVALID_TRANSITION', IS_ERASED);
    if (role !== 'user' && !user.email_verified) {
      throw new Rejection('INVALID_TRANSITION', 'Their e-mail address is not verified');
    }
    const made = staffRoleId === null ? null : await holdStaffRole(db, staffRoleId);
    if (staffRoleId !== null && made === null) throw new Rejection('NOT_FOUND');
    await updateRoleOf(db, id, role, staffRoleId);
    if (losesRight(rightsOf(user), rightsOf({ role, rights: made?.rights }))) {
      await endSessionsByShop(db, id);
    }
    const detail = await detailOf(context, id);
    await recordAuditEntry(context, caller, {
      action: 'change_role',
      subject: { kind: 'user', id },
      before: { role: user.role, ...(user.staff_role_id && { staffRoleId: user.staff_role_id }) },
      after: { role, ...(staffRoleId && { staffRoleId }) },
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
  const sessionsEnded = await endSessionsByShop(db, id);
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
 * Allows a user to buy although they share a home with an excluded person. If an account also shares a card or a
 * mailbox with an excluded person, it stays barred.
 */
export const letUserThrough = handler(
  rows.letUserThrough,
  async (context, caller, { id, reason }) => {
    const { db } = context;
    if ((await findAdminUser(db, id)) === null) throw new Rejection('USER_NOT_FOUND');
    const updated = await letThrough(db, id, caller.userId, reason);
    if (updated === 0) {
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
  const ended = await endSessionsByShop(db, id);
  await recordAuditEntry(context, caller, {
    action: 'end_sessions',
    subject: { kind: 'user', id },
    after: { ended },
  });
  return { ended };
});

/**
 * Removes the second factor of a user who has lost their app and their recovery codes. All sessions of the user end,
 * because one of them may be a thief's.
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
    await endSessionsByShop(db, id);
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
 * Makes a token for an operator who needs it to set up a second factor. The admin decides how to hand over the token.
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
    staffRole: staffRoleOf(row),
    state: row.state,
    emailVerified: row.email_verified,
    twoFactorEnabled: row.has_two_factor,
    createdAt: row.created_at,
  };
}
