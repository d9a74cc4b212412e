// The request client: one function that calls any row of the endpoint table. It encodes what is sent
// and decodes what comes back, retries what may help, and refreshes the session once when it ran out.
import { refresh } from '#contract/accounts.ts';
import type { Endpoint, Reply, Sent } from '#contract/endpoint.ts';
import type { HTTPError } from 'ky';
import * as z from 'zod/mini';
import { ApiError, errorOfAnswer } from './api-error.ts';
import { accessToken, refreshToken, signOut, storeTokens } from './session.ts';

/** The figures of docs/product.md §14; tests point them at a server of their own and hurry. */
export const client = {
  origin: typeof location === 'undefined' ? '' : location.origin,
  timeoutMs: 30_000,
  retries: 3,
  backoffBaseMs: 1000,
  jitterMs: 1000,
};

export type CallOptions = {
  /** The Idempotency-Key of one press of a button; a keyed row gets a fresh one without it. */
  key?: string;
  signal?: AbortSignal;
  /** False where the caller retries by itself. */
  retry?: boolean;
};

export type Call = <Row extends Endpoint>(
  row: Row,
  input: Sent<Row>,
  options?: CallOptions,
) => Promise<Reply<Row>>;

/** Calls a row of the endpoint table. Throws an ApiError and nothing else. */
export const call: Call = async (row, input, options = {}) => {
  const request = encodeRequest(row, input as object, options);
  if (row.audience === 'anyone' && (!row.knowsCaller || accessToken() === null)) {
    return send(row, request, null, options);
  }

  const token = accessToken();
  try {
    return await send(row, request, token, options);
  } catch (error) {
    if (!isAboutToken(error)) throw error;
    if (!(await renewSession(token))) throw error;
  }
  try {
    return await send(row, request, accessToken(), options);
  } catch (error) {
    if (isAboutToken(error)) endSession();
    throw error;
  }
};

/** A password that was asked for once more, and was wrong, says nothing about the session. */
function isAboutToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';
}

function endSession(): void {
  signOut();
  // oxlint-disable-next-line no-console -- Who was signed out should find why (docs/product.md §14).
  console.warn('Authentication failed - user logged out');
}

/** A fresh Idempotency-Key: one for each press of a button that moves money or stock. */
export function newKey(): string {
  // randomUUID is missing outside secure contexts.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let renewal: Promise<boolean> | null = null;

/**
 * Gets new tokens in place of `expired`. Calls that fail together share one attempt; another tab that
 * was faster is noticed. When it fails everybody is logged out, and the answer is false. When no answer
 * comes nothing has failed yet: then it throws what kept the answer away, and nobody is logged out.
 */
export function renewSession(expired: string | null): Promise<boolean> {
  if (accessToken() !== expired && accessToken() !== null) return Promise.resolve(true);
  renewal ??= exchangeTokens().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function exchangeTokens(): Promise<boolean> {
  const token = refreshToken();
  try {
    if (token === null) throw new ApiError({ type: 'auth_error', status: 401 });
    storeTokens(await call(refresh, { refresh_token: token }));
    return true;
  } catch (error) {
    // A page that is left, or a network that is gone, says nothing about the session.
    if (error instanceof ApiError && error.status === 0) throw error;
    endSession();
    return false;
  }
}

type EncodedRequest = { url: URL; body: string | null; headers: Record<string, string> };

function encodeRequest(row: Endpoint, input: object, options: CallOptions): EncodedRequest {
  const params = encodeFields(row.params, input);
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const url = new URL(`/api${path}`, client.origin);
  refuseInsecure(url);
  for (const [name, value] of Object.entries(encodeFields(row.query, input))) {
    if (Array.isArray(value)) for (const one of value) url.searchParams.append(`${name}[]`, one);
    else url.searchParams.set(name, String(value));
  }
  const body = row.body === undefined ? null : JSON.stringify(encodeFields(row.body, input));
  const headers: Record<string, string> = { accept: row.file ?? 'application/json' };
  if (body !== null) headers['content-type'] = 'application/json';
  if (row.repeat === 'keyed') headers['idempotency-key'] = options.key ?? newKey();
  return { url, body, headers };
}

/** The given fields in wire form. Field by field, because a default may be left out by a caller. */
function encodeFields(schema: z.ZodMiniObject | undefined, input: object): Record<string, unknown> {
  const encoded: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema?.def.shape ?? {})) {
    const value = (input as Record<string, unknown>)[name];
    if (value === undefined) continue;
    const result = z.safeEncode(field as z.ZodMiniType, value as never);
    if (!result.success) {
      const message = result.error.issues[0]!.message;
      throw new ApiError({
        type: 'validation_error',
        code: 'VALIDATION_ERROR',
        sentence: message,
        details: [{ path: name, message }],
      });
    }
    encoded[name] = result.data;
  }
  return encoded;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

function refuseInsecure(url: URL): void {
  if (url.protocol === 'https:' || LOCAL_HOSTS.has(url.hostname)) return;
  throw new ApiError({
    type: 'unknown_error',
    sentence: 'Security Error: API calls must use HTTPS.',
  });
}

const RETRIED_STATUSES = [429, 500, 502, 503, 504];

async function send<Row extends Endpoint>(
  row: Row,
  { url, body, headers }: EncodedRequest,
  token: string | null,
  options: CallOptions,
): Promise<Reply<Row>> {
  const { default: ky, isHTTPError, isTimeoutError, isNetworkError } = await loadKy();
  const isAuthCall = row.path.startsWith('/auth/');
  let answer: unknown;
  try {
    const response = ky(url, {
      method: row.method,
      headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` },
      ...(body === null ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      timeout: client.timeoutMs,
      retry: {
        limit: options.retry === false ? 0 : client.retries,
        methods: [row.method.toLowerCase()],
        statusCodes: RETRIED_STATUSES,
        maxRetryAfter: client.timeoutMs,
        delay: (attempt) => client.backoffBaseMs * 2 ** (attempt - 1),
        jitter: (delay) => delay + Math.random() * client.jitterMs,
        retryOnTimeout: true,
        shouldRetry: ({ error }) => {
          if (!isHTTPError(error)) return isTimeoutError(error) || isNetworkError(error);
          const { status } = error.response;
          if (status !== 429) return RETRIED_STATUSES.includes(status);
          return !isAuthCall && refusalOf(error).code === 'RATE_LIMITED';
        },
      },
    });
    answer = row.file === undefined ? await response.json() : { data: await response.text() };
  } catch (error) {
    if (isHTTPError(error)) throw refusalOf(error);
    if (isTimeoutError(error) || isAbort(error)) {
      throw new ApiError({ type: 'timeout_error', cause: error });
    }
    // Ky knows the browsers' words for a failed fetch; whatever else broke is not the network.
    throw new ApiError({
      type: isNetworkError(error) ? 'network_error' : 'unknown_error',
      cause: error,
    });
  }
  const decoded = z.safeDecode(row.reply, (answer as { data?: never }).data as never);
  if (decoded.success) return decoded.data as Reply<Row>;
  throw new ApiError({ type: 'unknown_error', cause: decoded.error });
}

function refusalOf(error: HTTPError): ApiError {
  return errorOfAnswer(error.response.status, error.data);
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Ky comes after first paint: pages arrive from the server with their data. */
async function loadKy() {
  try {
    return await import('ky');
  } catch (cause) {
    throw new ApiError({ type: 'network_error', cause });
  }
}
