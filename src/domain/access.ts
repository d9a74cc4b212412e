// Who may call which endpoint (docs/product.md §8). Each endpoint names its audience, and the server enforces it.

/** What staff may do, by area. Each endpoint for operators demands exactly one right (choice 970). */
export const RIGHTS = ['packing', 'support', 'catalogue', 'money', 'owner'] as const;

export type Right = (typeof RIGHTS)[number];

/** The rights that a role made by the shop's owner may have. */
export const STAFF_RIGHTS = ['packing', 'support', 'catalogue', 'money'] as const satisfies Right[];

/** The roles that every shop has. */
export const FIXED_ROLES = ['user', 'moderator', 'admin'] as const;

/** `staff`: the user's role was made in this shop. Its rights are stored, those of the fixed roles are below. */
export const ROLES = [...FIXED_ROLES, 'staff'] as const;

/** The roles of people who work in the shop. */
export const STAFF_ROLES = ['moderator', 'admin', 'staff'] as const satisfies Role[];

export type Role = (typeof ROLES)[number];

/**
 * Whom an endpoint or a page admits: anyone; every signed-in user; staff with any right (they get only what their
 * rights cover); or staff with this right.
 */
export type Audience = 'anyone' | 'user' | 'staff' | Right;

/** The user behind a request, according to their current session. Or the API key, whose id stands for both. */
export type Caller = {
  userId: string;
  sessionId: string;
  /** The caller's effective role. An operator without a second factor counts as `user`. */
  role: Role;
  /** The rights of the effective role. Of an API key, those that count in this call: to read, or to change something. */
  rights: readonly Right[];
  /** Set if the caller is an API key, which is no person. */
  isKey?: true;
  /**
   * Whether the caller is an operator of a real shop who has not turned two-factor sign-in on (docs/product.md §8).
   */
  awaitsTwoFactor: boolean;
  emailVerified: boolean;
};

const RIGHTS_OF: Record<(typeof FIXED_ROLES)[number], readonly Right[]> = {
  user: [],
  moderator: ['packing', 'support'],
  admin: RIGHTS,
};

/** A user's role. `rights`: the rights of a role made in this shop. */
export type Roled = { role: Role; rights?: readonly Right[] | null | undefined };

/** The rights of a user, by their role. */
export function rightsOf({ role, rights }: Roled): readonly Right[] {
  return role === 'staff' ? (rights ?? []) : RIGHTS_OF[role];
}

/**
 * Whether somebody with these rights sees amounts of money in the endpoints of `packing`. Somebody who only packs does
 * not.
 */
export function seesAmounts(rights: readonly Right[]): boolean {
  return rights.some((right) => right !== 'packing');
}

/** The further right that a right includes, because its pages show lists that need the further one (choice 973). */
const COMES_WITH: Partial<Record<Right, Right>> = { catalogue: 'packing', money: 'support' };

/** The rights of a role and the rights that they include, each once. */
export function completeRights<One extends Right>(rights: readonly One[]): One[] {
  const all = new Set<Right>(rights.flatMap((right) => [right, COMES_WITH[right] ?? right]));
  return RIGHTS.filter((right) => all.has(right)) as Right[] as One[];
}

/** Whether an audience includes a signed-in user with these rights. */
export function isAdmitted(rights: readonly Right[], audience: Audience): boolean {
  if (audience === 'anyone' || audience === 'user') return true;
  return audience === 'staff' ? rights.length > 0 : rights.includes(audience);
}

/** What an API key may do in an area of the shop. `write` includes `read`. */
export const KEY_RIGHTS = RIGHTS.flatMap((right) => [`${right}:read`, `${right}:write`] as const);

export type KeyRight = (typeof KEY_RIGHTS)[number];

/** `ended`: the key's last day is over. */
export const KEY_STATES = ['active', 'ended', 'revoked'] as const;

/** The rights of an API key, each once, and without `read` in an area that it may write to. */
export function distinctKeyRights(rights: readonly KeyRight[]): KeyRight[] {
  return RIGHTS.flatMap((right) => {
    const write = `${right}:write` as const;
    const read = `${right}:read` as const;
    if (rights.includes(write)) return [write];
    return rights.includes(read) ? [read] : [];
  });
}

/** The areas in which an API key may read, or in which it may also change something. */
export function areasOfKey(rights: readonly KeyRight[], access: 'read' | 'write'): Right[] {
  return RIGHTS.filter(
    (right) =>
      rights.includes(`${right}:write`) || (access === 'read' && rights.includes(`${right}:read`)),
  );
}

/** The caller that an API key is. `rights`: those that count in the call. */
export function callerOfKey(id: string, rights: readonly Right[]): Caller {
  return {
    userId: id,
    sessionId: id,
    role: 'staff',
    rights,
    isKey: true,
    awaitsTwoFactor: false,
    emailVerified: true,
  };
}
