// What the addresses of the pages about users and about what operators did say.
import { ROLES, type Role } from '#domain/access.ts';
import { USER_STATES, type UserState } from '#domain/operators.ts';

export type UsersSearch = {
  state?: UserState;
  role?: Role;
  search?: string;
  page?: number;
  /** The one that is open beside the list. */
  id?: string;
};

export type AuditSearch = {
  view?: 'deeds';
  /** The id of an operator. */
  actor?: string;
  action?: string;
  /** The id of what it was done to. */
  subject?: string;
  /** Days of the viewer, `2026-11-21`; both belong to it. */
  from?: string;
  to?: string;
  page?: number;
  /** The deed that is open beside the list. */
  id?: number;
};

const SEARCH_LENGTH_MAX = 200;

type Address = Record<string, unknown>;

/** Reads `?state=locked&role=admin&search=mira&page=2&id=...`; what is not understood is left out. */
export function usersSearch(address: Address): UsersSearch {
  const state = USER_STATES.find((one) => one === address['state']);
  const role = ROLES.find((one) => one === address['role']);
  const search = textOf(address['search']).slice(0, SEARCH_LENGTH_MAX);
  const id = textOf(address['id']);
  return {
    ...(state === undefined ? {} : { state }),
    ...(role === undefined ? {} : { role }),
    ...(search.trim() === '' ? {} : { search }),
    ...pageIn(address),
    ...(id === '' ? {} : { id }),
  };
}

/** Reads `?view=deeds&action=lock_user&subject=...`; the books have no filters. */
export function auditSearch(address: Address): AuditSearch {
  if (address['view'] !== 'deeds') return {};
  const actor = textOf(address['actor']);
  const action = textOf(address['action']);
  const subject = textOf(address['subject']).slice(0, SEARCH_LENGTH_MAX);
  const { from, to } = address;
  const id = Number(address['id']);
  return {
    view: 'deeds',
    ...(actor === '' ? {} : { actor }),
    ...(/^[a-z_]{1,60}$/.test(action) ? { action } : {}),
    ...(subject.trim() === '' ? {} : { subject }),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...pageIn(address),
    ...(Number.isInteger(id) && id > 0 ? { id } : {}),
  };
}

/** A text that looks like a number comes as one. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function pageIn(address: Address): { page?: number } {
  const page = Number(address['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
