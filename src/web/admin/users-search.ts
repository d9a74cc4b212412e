// The search parameters of the users page and the audit page.
import { ROLES, type Role } from '#domain/access.ts';
import { USER_STATES, type UserState } from '#domain/operators.ts';
import {
  daysIn,
  idIn,
  listIn,
  pageIn,
  textIn,
  parameterText,
  uuidIn,
  wordsIn,
  type Address,
} from '../lists/address-parts.ts';

export type UsersSearch = {
  state?: UserState;
  role?: Role;
  search?: string;
  page?: number;
  sort?: string;
  columns?: string;
  id?: string;
};

export type AuditSearch = {
  /**
   * If `promises`, the page shows the invariants. If omitted, it shows the actions of operators. A user who may not see
   * these actions always gets the invariants.
   */
  view?: 'promises';
  /** The id of the operator who acted. */
  actor?: string;
  action?: string;
  /** The id of the object that the action changed. */
  subject?: string;
  from?: string;
  to?: string;
  page?: number;
  /** The number of the open entry. */
  id?: string;
};

/** Reads `?state=locked&role=admin&search=mira&page=2&id=...`. Unknown values are dropped. */
export function usersSearch(address: Address): UsersSearch {
  const state = USER_STATES.find((one) => one === address['state']);
  const role = ROLES.find((one) => one === address['role']);
  return {
    ...(state === undefined ? {} : { state }),
    ...(role === undefined ? {} : { role }),
    ...wordsIn(address),
    ...pageIn(address),
    ...listIn(address),
    ...idIn(address),
  };
}

const SUBJECT_LENGTH_MAX = 200;

/**
 * Reads `?actor=...&action=lock_user&subject=...&from=2026-11-01`. With `?view=promises`, all other parameters are
 * dropped.
 */
export function auditSearch(address: Address): AuditSearch {
  const action = parameterText(address['action']);
  const number = parameterText(address['id']);
  const actions = {
    ...uuidIn(address, 'actor'),
    ...(/^[a-z_]{1,60}$/.test(action) ? { action } : {}),
    ...textIn(address, 'subject', SUBJECT_LENGTH_MAX),
    ...daysIn(address),
    ...pageIn(address),
    ...(/^\d{1,15}$/.test(number) ? { id: number } : {}),
  };
  return address['view'] === 'promises' ? { view: 'promises' } : actions;
}
