const MODES = ['login', 'signup', 'verify', 'forgot', 'reset'] as const;

export type AuthMode = (typeof MODES)[number];

type AuthSearch = {
  mode?: AuthMode;
  /** The path to return to after signing in, unchecked: validate it before use. */
  redirect?: string;
};

/** The query parameters of /auth. Unknown ones are dropped. */
export function authSearch(search: Record<string, unknown>): AuthSearch {
  const { redirect } = search;
  const mode = MODES.find((one) => one === search['mode']);
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(typeof redirect === 'string' ? { redirect } : {}),
  };
}
