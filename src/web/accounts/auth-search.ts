const MODES = ['login', 'signup', 'verify', 'forgot', 'reset'] as const;

export type AuthMode = (typeof MODES)[number];

type AuthSearch = {
  mode?: AuthMode;
  /** The path to go to after signing in, as it came: judge it before use. */
  redirect?: string;
};

/** The query of /auth; what it does not know is left out. */
export function authSearch(search: Record<string, unknown>): AuthSearch {
  const { redirect } = search;
  const mode = MODES.find((one) => one === search['mode']);
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(typeof redirect === 'string' ? { redirect } : {}),
  };
}
