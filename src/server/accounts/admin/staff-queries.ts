// Queries of the people who work in the shop, of the roles that were made in it, and of
// invitations.
import type { Right, Role } from '#domain/access.ts';
import { postgresError, statement, type Database, type Transaction } from '#engine/database.ts';
import { STAFF_RIGHTS_OF_U } from '../users-queries.ts';

/** Maximum number of rows in each list. A shop has fewer people and roles. */
const STAFF_MOST = 500;

export type StaffRow = {
  id: string;
  email: string;
  full_name: string | null;
  role: Role;
  rights: Right[] | null;
  staff_role_id: string | null;
  staff_role_name: string | null;
  is_locked: boolean;
  has_two_factor: boolean;
  last_sign_in_at: Date | null;
  sessions: number;
};

/** Lists everybody with a role: admins first, then by address. */
export async function listStaff(db: Database): Promise<StaffRow[]> {
  return statement<StaffRow>(
    db,
    `select u.id, u.email, u.full_name, u.role, ${STAFF_RIGHTS_OF_U} as rights, r.id as staff_role_id,
       r.name as staff_role_name, u.locked_at is not null as is_locked,
       exists (select from two_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_two_factor,
       (select max(created_at) from sessions s where s.user_id = u.id) as last_sign_in_at,
       (select count(*) from sessions s where s.user_id = u.id and s.ended_at is null) as sessions
     from users u left join staff_roles r on r.id = u.staff_role_id and u.role = 'staff'
     where u.role <> 'user' order by u.role <> 'admin', u.email limit ${STAFF_MOST}`,
    [],
  );
}

export type StaffRoleRow = { id: string; name: string; rights: Right[]; people: number };

const STAFF_ROLE = `select r.id, r.name, r.rights,
  (select count(*) from users u where u.staff_role_id = r.id and u.role = 'staff') as people from staff_roles r`;

export async function listStaffRoles(db: Database): Promise<StaffRoleRow[]> {
  return statement<StaffRoleRow>(
    db,
    `${STAFF_ROLE} order by lower(r.name) limit ${STAFF_MOST}`,
    [],
  );
}

/**
 * Locks a role before it changes, so that nobody gets it meanwhile. Returns null if there is no
 * such role.
 */
export async function lockStaffRole(db: Transaction, id: string): Promise<StaffRoleRow | null> {
  await statement(db, 'select id from staff_roles where id = $1 for update', [id]);
  const [row] = await statement<StaffRoleRow>(db, `${STAFF_ROLE} where r.id = $1`, [id]);
  return row ?? null;
}

/**
 * Finds a role that somebody is about to get, and locks it against changes until the transaction
 * ends. Returns null if there is no such role.
 */
export async function holdStaffRole(
  db: Transaction,
  id: string,
): Promise<{ id: string; name: string; rights: Right[] } | null> {
  const [row] = await statement<{ id: string; name: string; rights: Right[] }>(
    db,
    'select id, name, rights from staff_roles where id = $1 for key share',
    [id],
  );
  return row ?? null;
}

type NewStaffRole = { id: string; name: string; rights: readonly Right[] };

/** Stores a new role. Returns false if another role has the name. */
export async function insertStaffRole(db: Transaction, role: NewStaffRole): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into staff_roles (id, name, rights) values ($1, $2, $3)
     on conflict ((lower(name))) do nothing returning id`,
    [role.id, role.name, role.rights],
  );
  return rows.length > 0;
}

/** Changes a role. If another role has the name, returns false, and the transaction must end. */
export async function updateStaffRole(db: Transaction, role: NewStaffRole): Promise<boolean> {
  try {
    await statement(db, 'update staff_roles set name = $2, rights = $3 where id = $1', [
      role.id,
      role.name,
      role.rights,
    ]);
    return true;
  } catch (error) {
    if (postgresError(error)?.constraint === 'staff_roles_name_unique') return false;
    throw error;
  }
}

export async function deleteStaffRole(db: Transaction, id: string): Promise<void> {
  await statement(db, 'delete from staff_roles where id = $1', [id]);
}

/** Ends the sessions of everybody who has a role. Returns their number. */
export async function endSessionsOfRole(db: Transaction, id: string): Promise<number> {
  const rows = await statement(
    db,
    `update sessions s set ended_at = shop_now(), ended_by_shop = true from users u
     where u.staff_role_id = $1 and u.role = 'staff' and s.user_id = u.id and s.ended_at is null returning s.id`,
    [id],
  );
  return rows.length;
}

export type InvitationRow = {
  id: string;
  email: string;
  role: Role;
  rights: Right[] | null;
  staff_role_id: string | null;
  staff_role_name: string | null;
  invited_by: string;
  invited_at: Date;
  expires_at: Date;
};

const INVITATION = `select i.id, i.email, i.role, r.rights, r.id as staff_role_id, r.name as staff_role_name,
  u.email as invited_by, i.invited_at, i.expires_at
  from staff_invitations i join users u on u.id = i.invited_by_id left join staff_roles r on r.id = i.staff_role_id
  where i.accepted_by_id is null`;

/** Lists the invitations that nobody has accepted, also those that have expired, newest first. */
export async function listInvitations(db: Database): Promise<InvitationRow[]> {
  return statement<InvitationRow>(
    db,
    `${INVITATION} order by i.invited_at desc, i.id limit ${STAFF_MOST}`,
    [],
  );
}

export async function findInvitation(db: Database, id: string): Promise<InvitationRow | null> {
  const [row] = await statement<InvitationRow>(db, `${INVITATION} and i.id = $1`, [id]);
  return row ?? null;
}

export async function isInvitedTo(db: Database, staffRoleId: string): Promise<boolean> {
  const rows = await statement(db, `${INVITATION} and i.staff_role_id = $1 limit 1`, [staffRoleId]);
  return rows.length > 0;
}

/**
 * Finds the invitation to a user's address, if it has not expired and its sender is still an admin.
 */
export async function findInvitationOf(
  db: Database,
  userId: string,
): Promise<InvitationRow | null> {
  const [row] = await statement<InvitationRow>(
    db,
    `${INVITATION} and i.expires_at > shop_now() and u.role = 'admin' and u.locked_at is null
       and i.email = (select email from users where id = $1)`,
    [userId],
  );
  return row ?? null;
}

/**
 * Stores an invitation, and deletes an earlier one to the same address. Returns false if another
 * admin invites the address at the same moment.
 */
export async function replaceInvitation(
  db: Transaction,
  invitation: {
    id: string;
    email: string;
    role: Role;
    staffRoleId: string | null;
    invitedById: string;
    days: number;
  },
): Promise<boolean> {
  const { id, email, role, staffRoleId, invitedById, days } = invitation;
  await statement(db, 'delete from staff_invitations where email = lower($1)', [email]);
  const rows = await statement(
    db,
    `insert into staff_invitations (id, email, role, staff_role_id, invited_by_id, expires_at)
     values ($1, lower($2), $3, $4, $5, shop_now() + make_interval(days => $6))
     on conflict (email) do nothing returning id`,
    [id, email, role, staffRoleId, invitedById, days],
  );
  return rows.length > 0;
}

/**
 * Deletes invitations that expired a month ago without being accepted. Until then admins see them
 * as expired.
 */
export async function deleteLapsedInvitations(db: Database): Promise<void> {
  await statement(
    db,
    `delete from staff_invitations
     where accepted_by_id is null and expires_at < shop_now() - interval '30 days'`,
    [],
  );
}

/** Withdraws an invitation. Returns false if there is no such invitation, or if it was accepted. */
export async function deleteInvitation(db: Transaction, id: string): Promise<boolean> {
  const rows = await statement(
    db,
    'delete from staff_invitations where id = $1 and accepted_by_id is null returning id',
    [id],
  );
  return rows.length > 0;
}

/** Gives a user the role of an invitation. Returns false if the invitation was withdrawn or accepted meanwhile. */
export async function takeInvitation(
  db: Transaction,
  invitation: InvitationRow,
  userId: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update staff_invitations set accepted_by_id = $2, email = null
     where id = $1 and accepted_by_id is null returning id`,
    [invitation.id, userId],
  );
  if (rows.length === 0) return false;
  await statement(
    db,
    'update users set role = $2, staff_role_id = $3, updated_at = shop_now() where id = $1',
    [userId, invitation.role, invitation.staff_role_id],
  );
  return true;
}
