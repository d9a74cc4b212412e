const MODES = ['login', 'signup', 'verify', 'forgot', 'reset'] as const;

export type AuthMode = (typeof MODES)[number];

type AuthSearch = {
  mode?: AuthMode;
  /** The path to open after signing in. Not validated yet: pass it to `redirectTarget` before use. */
  redirect?: string;
};

/** Reads the query parameters of /auth. Unknown parameters are dropped. */
export function authSearch(search: Record<string, unknown>): AuthSearch {
  const { redirect } = search;
  const mode = MODES.find((one) => one === search['mode']);
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(typeof redirect === 'string' ? { redirect } : {}),
  };
}
