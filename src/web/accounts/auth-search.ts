const MODES = ['login', 'signup', 'verify', 'forgot', 'reset'] as const;

export type AuthMode = (typeof MODES)[number];

type AuthSearch = {
  mode?: AuthMode | undefined;
  /** The path to go to after signing in, as it came: judge it before use. */
  redirect?: string | undefined;
};

/** The query of /auth; what it does not know is undefined and leaves the address. */
export function authSearch(search: Record<string, unknown>): AuthSearch {
  const { redirect } = search;
  return {
    mode: MODES.find((mode) => mode === search['mode']),
    redirect: typeof redirect === 'string' ? redirect : undefined,
  };
}
