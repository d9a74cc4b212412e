// Calls in the name of who is signed in: with their token, which is renewed once when it ran out.
import { refresh } from '#contract/accounts.ts';
import type { Endpoint, Reply, Sent, Subject } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { encodeRequest, send, type SendOptions } from './request.ts';
import { accessToken, loseSession, refreshToken, signedInUser, storeTokens } from './session.ts';

/** For so long after a change this browser asks past the caches of all processes (docs/product.md §3). */
const PAST_CACHE_MS = 2_000;
const changedAt = new Map<Subject, number>();

function isJustChanged({ reads = [] }: Endpoint): boolean {
  return reads.some((subject) => performance.now() - changedAt.get(subject)! < PAST_CACHE_MS);
}

/** What `call` does; `key` is the Idempotency-Key, for endpoints that want one. */
export async function callInSession<One extends Endpoint>(
  endpoint: One,
  input: Sent<One>,
  key: string | null,
  options: SendOptions,
): Promise<Reply<One>> {
  try {
    return await callWithToken(endpoint, input, key, options);
  } finally {
    // Also after a refusal: somebody else may have been faster.
    for (const subject of endpoint.changes ?? []) changedAt.set(subject, performance.now());
  }
}

async function callWithToken<One extends Endpoint>(
  endpoint: One,
  input: Sent<One>,
  key: string | null,
  options: SendOptions,
): Promise<Reply<One>> {
  const request = encodeRequest(endpoint, input as object, key);
  if (endpoint.audience === 'anyone' && (!endpoint.knowsCaller || accessToken() === null)) {
    if (!isJustChanged(endpoint)) return send(endpoint, request, null, options);
    request.headers['cache-control'] = 'no-cache';
    return send(endpoint, request, accessToken(), options);
  }

  const token = accessToken();
  const personId = signedInUser()?.id;
  const isSamePerson = () => signedInUser()?.id === personId;
  try {
    return await send(endpoint, request, token, options);
  } catch (error) {
    // Whoever signed in meanwhile did not ask for this, and it is not done in their name.
    if (!isAboutToken(error) || !isSamePerson()) throw error;
    if (!(await renewTokens(token)) || !isSamePerson()) throw error;
  }
  const renewed = accessToken();
  try {
    return await send(endpoint, request, renewed, options);
  } catch (error) {
    if (isAboutToken(error) && accessToken() === renewed) logOut();
    throw error;
  }
}

/** A password that was asked for once more, and was wrong, says nothing about the session. */
function isAboutToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';
}

function logOut(): void {
  loseSession();
  // oxlint-disable-next-line no-console -- Who was signed out should find why (docs/product.md §14).
  console.warn('Authentication failed - user logged out');
}

/** The exchanges under way, by the refresh token that each gives up. */
const renewals = new Map<string | null, Promise<void>>();

/** What `renewSession` does. Calls that fail together share one attempt; another tab that was faster is noticed. */
export async function renewTokens(expired: string | null): Promise<boolean> {
  if (accessToken() !== expired && accessToken() !== null) return true;
  const token = refreshToken();
  let renewal = renewals.get(token);
  if (renewal === undefined) {
    renewal = exchange(token).finally(() => renewals.delete(token));
    renewals.set(token, renewal);
  }
  await renewal;
  return accessToken() !== null;
}

/** Exchanges a refresh token. Whoever signed out or in while the answer was on its way is left as they are. */
async function exchange(token: string | null): Promise<void> {
  try {
    if (token === null) throw new ApiError({ type: 'auth_error', status: 401 });
    const tokens = await callInSession(refresh, { refresh_token: token }, null, {});
    if (refreshToken() === token) storeTokens(tokens);
  } catch (error) {
    // A page that is left, or a network that is gone, says nothing about the session.
    if (error instanceof ApiError && error.status === 0) throw error;
    if (refreshToken() === token) logOut();
  }
}
