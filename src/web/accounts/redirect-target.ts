// The target after signing in. Only a path of this shop is allowed. With a foreign URL, a link to our sign-in page
// could end on another site.

/** The path to go to. Returns "/" if no path is requested, if it is foreign, or if it is the sign-in page itself. */
export function redirectTarget(redirect: string | undefined): string {
  if (redirect === undefined) return '/';
  // Browsers treat "\" as "/", and remove tabs and line ends before they parse a URL.
  // oxlint-disable-next-line no-control-regex -- Exactly those characters.
  if (!redirect.startsWith('/') || /^\/[/\\]|[\u0000-\u001f\\]/.test(redirect)) return '/';
  return SIGN_IN_PAGE.test(redirect) ? '/' : redirect;
}

const SIGN_IN_PAGE = /^\/auth\/?(?:[?#]|$)/;
