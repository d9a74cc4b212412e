const MODES = ['login', 'signup', 'verify', 'forgot', 'reset'] as const;

export type AuthMode = (typeof MODES)[number];

type AuthSearch = {
  mode?: AuthMode;
  /** The path to open after signing in. It is not validated yet, so pass it to `redirectTarget` first. */
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
