// Who may call which endpoint (docs/product.md §8). The endpoint table names an audience, which the server enforces.

export const ROLES = ['user', 'moderator', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** The least role that an endpoint demands. Each audience includes the roles after it. */
export type Audience = 'anyone' | 'user' | 'moderator' | 'admin';

/** The user behind a request, according to their current session. */
export type Caller = {
  userId: string;
  sessionId: string;
  /** The caller's effective role: `user` until they have set up their second factor. */
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
