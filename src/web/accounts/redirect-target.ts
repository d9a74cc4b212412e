// Where to go after signing in. Only a path of this shop: an address of somebody else's would let a
// link to our sign-in page end on theirs.

/** The path to go to, or "/" when none, none of ours, or the sign-in page itself is asked for. */
export function redirectTarget(redirect: string | undefined): string {
  if (redirect === undefined) return '/';
  // Browsers read "\" as "/", and drop tabs and line ends before they read.
  // oxlint-disable-next-line no-control-regex -- Exactly those characters.
  if (!redirect.startsWith('/') || /^\/[/\\]|[\u0000-\u001f\\]/.test(redirect)) return '/';
  return SIGN_IN_PAGE.test(redirect) ? '/' : redirect;
}

const SIGN_IN_PAGE = /^\/auth\/?(?:[?#]|$)/;
