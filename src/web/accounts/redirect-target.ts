// Determines the path to open after signing in. Only paths of this shop are allowed, because otherwise a link to our
// sign-in page could lead to another site.

/** Returns `redirect`, or "/" if it is missing, leads to another site, or is the sign-in page. */
export function redirectTarget(redirect: string | undefined): string {
  if (redirect === undefined) return '/';
  // Browsers treat "\" as "/", and remove tabs and line breaks before they parse a URL. All of these are therefore
  // refused.
  // oxlint-disable-next-line no-control-regex -- Control characters must be refused.
  if (!redirect.startsWith('/') || /^\/[/\\]|[\u0000-\u001f\\]/.test(redirect)) return '/';
  return SIGN_IN_PAGE.test(redirect) ? '/' : redirect;
}

const SIGN_IN_PAGE = /^\/auth\/?(?:[?#]|$)/;
