// Who may do what (docs/product.md §8). The endpoint table names an audience; the server enforces it.

export const ROLES = ['user', 'moderator', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** Who a row of the endpoint table is for; each audience includes those after it. */
export type Audience = 'anyone' | 'user' | 'moderator' | 'admin';

/** The user behind a request, according to their current session. */
export type Caller = {
  userId: string;
  sessionId: string;
  /** Their effective role: `user` until they have set up their second factor. */
  role: Role;
  /** An operator of a real shop who has not turned two-factor sign-in on (docs/product.md §8). */
  awaitsTwoFactor: boolean;
  emailVerified: boolean;
};

const RANK: Record<Role, number> = { user: 1, moderator: 2, admin: 3 };

/** Whether a role belongs to an audience. */
export function isAdmitted(role: Role, audience: Audience): boolean {
  return audience === 'anyone' || RANK[role] >= RANK[audience];
}
