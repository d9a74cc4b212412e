// Sends calls for the signed-in user, with the user's access token. If the token has expired, renews it and repeats the
// call once.
import { refresh } from '#contract/accounts.ts';
import type { Endpoint, Reply, Sent, Subject } from '#contract/endpoint.ts';
import { ApiError, asApiError } from './api-error.ts';
import { encodeRequest, send, type SendOptions } from './request.ts';
import { accessToken, loseSession, refreshToken, signedInUser, storeTokens } from './session.ts';

/**
 * After a change, this browser's requests about the changed subjects bypass the server's response caches for this long
 * (docs/product.md §3).
 */
const PAST_CACHE_MS = 2_000;
const changedAt = new Map<Subject, number>();

function isJustChanged({ reads = [] }: Endpoint): boolean {
  return reads.some((subject) => performance.now() - changedAt.get(subject)! < PAST_CACHE_MS);
}

/** Implements `call`. `key`: the Idempotency-Key; null for an endpoint that needs none. */
export async function callInSession<One extends Endpoint>(
  endpoint: One,
  input: Sent<One>,
  key: string | null,
  options: SendOptions,
): Promise<Reply<One>> {
  try {
    return await callWithToken(endpoint, input, key, options);
  } finally {
    // A refusal also counts as a change, because another user may have changed the data that caused it.
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
    // If another user has signed in since the call began, the call is not repeated, because that user did not request
    // it.
    if (!isAboutToken(error) || !isSamePerson()) throw error;
    if (!(await renewTokens(token)) || !isSamePerson()) throw error;
  }
  const renewed = accessToken();
  try {
    return await send(endpoint, request, renewed, options);
  } catch (error) {
    if (isAboutToken(error) && accessToken() === renewed) logOut(error);
    throw error;
  }
}

/**
 * Returns whether the error means that the access token is invalid. A wrong password also gets status 401, but has a
 * code of its own.
 */
function isAboutToken(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';
}

function logOut({ code }: ApiError): void {
  loseSession(code === 'SIGNED_OUT' ? 'signed_out' : 'expired');
  // oxlint-disable-next-line no-console -- Tells a signed-out user the reason (docs/product.md §14).
  console.warn('Authentication failed - user logged out');
}

/** The pending renewals. The key is the refresh token that the renewal uses up. */
const renewals = new Map<string | null, Promise<void>>();

/**
 * Implements `renewSession`. Calls that fail at the same time share one renewal. If another tab has already renewed the
 * tokens, this tab uses the new tokens.
 */
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

/**
 * Exchanges a refresh token for new tokens. If the user signs out or in before the response arrives, stores nothing.
 */
async function exchange(token: string | null): Promise<void> {
  try {
    if (token === null) throw new ApiError({ type: 'auth_error', status: 401 });
    const tokens = await callInSession(refresh, { refresh_token: token }, null, {});
    if (refreshToken() === token) storeTokens(tokens);
  } catch (error) {
    const refusal = asApiError(error);
    // With status 0, no response arrived, so the session may still be valid.
    if (refusal.status === 0) throw refusal;
    if (refreshToken() === token) logOut(refusal);
  }
}
