// Sends one HTTP request for an endpoint: encodes the input, retries after errors that may be temporary, and decodes
// the response.
import type { Endpoint, Reply } from '#contract/endpoint.ts';
import ky, { isHTTPError, isNetworkError, isTimeoutError, type HTTPError } from 'ky';
import * as z from 'zod/mini';
import { ApiError, errorOfResponse } from './api-error.ts';
import { withOtherNames } from './request-names.ts';
import { noteReplyTime } from './server-time.ts';

/** Settings of the client (docs/product.md §14). Tests set a server of their own and shorter times. */
export const client = {
  origin: typeof location === 'undefined' ? '' : location.origin,
  timeoutMs: 30_000,
  retries: 3,
  backoffBaseMs: 1000,
  jitterMs: 1000,
};

export type SendOptions = {
  signal?: AbortSignal;
  /** If false, the client does not retry, because the caller retries itself. */
  retry?: boolean;
};

export type EncodedRequest = { url: URL; body: string | null; headers: Record<string, string> };

/**
 * Encodes the request. If the endpoint would refuse the input, throws the ApiError that the shop would send.
 *
 * @param key The Idempotency-Key; null for an endpoint that needs none.
 */
export function encodeRequest(
  endpoint: Endpoint,
  input: object,
  key: string | null,
): EncodedRequest {
  const params = encodeFields(endpoint.params, input);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const url = new URL(`/api${path}`, client.origin);
  refuseInsecure(url);
  for (const [name, value] of Object.entries(encodeFields(endpoint.query, input))) {
    if (Array.isArray(value)) for (const one of value) url.searchParams.append(`${name}[]`, one);
    else url.searchParams.set(name, String(value));
  }
  const body =
    endpoint.body === undefined ? null : JSON.stringify(encodeFields(endpoint.body, input));
  const headers: Record<string, string> = { accept: endpoint.file ?? 'application/json' };
  if (body !== null) headers['content-type'] = 'application/json';
  if (key !== null) headers['idempotency-key'] = key;
  return { url, body, headers };
}

/** Encodes only the given fields, one by one, because callers may omit fields that have defaults. */
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
        status: 400,
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

/** Sends the request, retries after errors that may be temporary, and decodes the response. Throws only ApiError. */
export async function send<One extends Endpoint>(
  endpoint: One,
  { url, body, headers }: EncodedRequest,
  token: string | null,
  options: SendOptions,
): Promise<Reply<One>> {
  const isAuthCall = endpoint.path.startsWith('/auth/');
  let envelope: unknown;
  try {
    const response = ky(url, {
      method: endpoint.method,
      headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` },
      ...(body === null ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      timeout: client.timeoutMs,
      retry: {
        limit: options.retry === false ? 0 : client.retries,
        methods: [endpoint.method.toLowerCase()],
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
    envelope =
      endpoint.file === undefined
        ? await response.json()
        : {
            data: await (/^(?:text\/|application\/json)/.test(endpoint.file)
              ? response.text()
              : response.blob()),
          };
  } catch (error) {
    if (isHTTPError(error)) throw refusalOf(error);
    if (isTimeoutError(error) || isAbort(error)) {
      throw new ApiError({ type: 'timeout_error', cause: error });
    }
    // Ky recognises a failed fetch in every browser, so any error that it does not recognise is not a network error.
    throw new ApiError({
      type: isNetworkError(error) ? 'network_error' : 'unknown_error',
      cause: error,
    });
  }
  const { data, timestamp } = (envelope ?? {}) as { data?: unknown; timestamp?: unknown };
  const decoded = z.safeDecode(endpoint.reply, data as never);
  const understood = decoded.success
    ? decoded
    : z.safeDecode(endpoint.reply, withOtherNames(data) as never);
  if (understood.success) {
    noteReplyTime(understood.data, timestamp);
    return understood.data as Reply<One>;
  }
  throw new ApiError({
    type: 'unknown_error',
    ...((data === null || data === undefined) && { code: 'NO_DATA' }),
    cause: decoded.error,
  });
}

function refusalOf(error: HTTPError): ApiError {
  return errorOfResponse(error.response.status, error.data);
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
