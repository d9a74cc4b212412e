// The choice of a role for somebody: one that every shop has, or one that was made in this shop.
import type { StaffRole } from '#contract/admin-staff.ts';
import { FIXED_ROLES, rightsOf, type Right, type Role } from '#domain/access.ts';
import { RIGHT_WORDS, ROLE_WORDS } from './user-words.tsx';

/** The role of a user, as responses name it. */
export type NamedRole = { role: Role; staffRole: { id: string; name: string } | null };

/** The value of a role in a select: `admin`, or the id of a role that was made in this shop. */
export function choiceOf({ role, staffRole }: NamedRole): string {
  return staffRole?.id ?? role;
}

/** Converts a chosen role to the fields of a request. */
export function givenOf(choice: string) {
  const role = FIXED_ROLES.find((one) => one === choice);
  return role === undefined ? { role: 'staff' as const, staffRoleId: choice } : { role };
}

export function roleOptions(roles: readonly StaffRole[]): { value: string; label: string }[] {
  return [
    ...FIXED_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] })),
    ...roles.map(({ id, name }) => ({ value: id, label: name })),
  ];
}

export function roleName({ role, staffRole }: NamedRole): string {
  return staffRole?.name ?? ROLE_WORDS[role];
}

export function rightsText(rights: readonly Right[]): string {
  return rights.map((right) => RIGHT_WORDS[right].name).join(', ');
}

/** Says what a person with the chosen role may do. */
export function roleText(choice: string, roles: readonly StaffRole[]): string {
  const made = roles.find(({ id }) => id === choice);
  const rights = made?.rights ?? rightsOf({ role: choice as Role });
  if (rights.length === 0) return 'They can use the shop, but not its admin pages.';
  if (rights.includes('owner')) {
    return 'They can see and change everything: money, stock, prices and other people’s accounts.';
  }
  return rights.map((right) => `${RIGHT_WORDS[right].name}: ${RIGHT_WORDS[right].text}`).join(' ');
}
