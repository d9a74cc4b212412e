// Sends calls to a shop: with a token, again after errors that may pass, and with amounts in cents.
import { convertAmounts, decimalOf, fromJson, toJson, type Cents } from './amounts.ts';
import type { CallForm, CallOptions } from './call.ts';
import { CALLS, type Calls } from './calls.ts';
import { errorOf, ShopError } from './errors.ts';

/** A function for each call of the shop. */
export type ShopClient = Calls;

export type Tokens = { access_token: string; refresh_token: string };

export type ClientOptions = {
  /** The shop's address, such as `https://shop.example`. Only a shop on this machine may be without TLS. */
  address: string;
  /** An API key, which begins with `fafk_`. Or leave it out, and give a person's tokens or nothing. */
  key?: string;
  /** The tokens of a person, from `login`. The client renews them. */
  tokens?: Tokens;
  /** Is told the new tokens, so that you can store them. Null: the session has ended. */
  onTokens?: (tokens: Tokens | null) => void;
  /** The milliseconds that a response may take. */
  timeoutMs?: number;
  /** How often a call is sent again. */
  retries?: number;
  /** The pause before the first retry, in milliseconds; each further one is twice as long. As much is added by chance. */
  backoffMs?: number;
  /** Replaces the platform's own. */
  fetch?: typeof fetch;
};

type Input = Readonly<Record<string, unknown>>;

/** A client of the shop at an address. */
export function shopClient(options: ClientOptions): ShopClient {
  const sender = new Sender(options);
  const calls = Object.entries(CALLS).map(([name, form]) => {
    const call = (input: Input = {}, callOptions: CallOptions = {}) =>
      sender.call(form, input, callOptions);
    const each = (input: Input = {}, callOptions: CallOptions = {}) =>
      eachItem(sender, form, input, callOptions);
    return [name, form.list === undefined ? call : Object.assign(call, { each })] as const;
  });
  return Object.fromEntries(calls) as unknown as ShopClient;
}

const PAGE_SIZE_MOST = 100;

/** Reads a list page by page. */
async function* eachItem(
  sender: Sender,
  form: CallForm,
  input: Input,
  options: CallOptions,
): AsyncGenerator<unknown, void> {
  const size = form.size === undefined ? {} : { [form.size]: PAGE_SIZE_MOST };
  for (let page = 1; ; page += 1) {
    const reply = (await sender.call(form, { ...size, ...input, page }, options)) as Page;
    const items = reply[form.list!] as unknown[];
    yield* items;
    const { hasNext, limit, pageSize } = reply.pagination;
    // Long lists are counted only in part, so a full page may have a next one even if the shop does not say so (choice
    // 1055).
    const isFull = items.length >= (limit ?? pageSize ?? Infinity);
    if (items.length === 0 || !(hasNext || isFull)) return;
  }
}

type Page = { pagination: { hasNext: boolean; limit?: number; pageSize?: number } } & Input;

/** As the shop's own pages send calls. */
const DEFAULTS = {
  timeoutMs: 30_000,
  retries: 3,
  backoffMs: 1_000,
  fetch: (...request: Parameters<typeof fetch>) => globalThis.fetch(...request),
};

type Request = { url: URL; init: { method: string; headers: Headers; body?: string } };

class Sender {
  readonly #options: ClientOptions & typeof DEFAULTS;
  #tokens: Tokens | undefined;
  #renewal: Promise<void> | undefined;

  constructor(options: ClientOptions) {
    refuseInsecure(new URL(options.address));
    this.#options = { ...DEFAULTS, ...options };
    if (options.key === undefined) this.#tokens = options.tokens;
  }

  async call(form: CallForm, input: Input, options: CallOptions): Promise<unknown> {
    const request = this.#requestOf(form, input, options);
    const token = this.#options.key ?? this.#tokens?.access_token;
    try {
      return await this.#sendRepeatedly(form, request, options);
    } catch (error) {
      if (!isAboutToken(error) || this.#tokens === undefined) throw error;
      await this.#renew(token);
      if (this.#tokens === undefined) throw error;
      return this.#sendRepeatedly(form, request, options);
    }
  }

  #requestOf(form: CallForm, input: Input, { idempotencyKey }: CallOptions): Request {
    const { method, path, query = [], hasBody, isKeyed, sent } = form;
    const inPath = new Set<string>();
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      inPath.add(name);
      return encodeURIComponent(String(input[name]));
    });
    const url = new URL(`/api${filled}`, this.#options.address);
    const asText = (amount: number) => decimalOf(amount as Cents);
    const inQuery = convertAmounts(pick(input, query), sent, asText) as Input;
    for (const [name, value] of Object.entries(inQuery)) {
      if (Array.isArray(value)) for (const one of value) url.searchParams.append(`${name}[]`, one);
      else url.searchParams.set(name, String(value));
    }
    const headers = new Headers({ accept: form.file === undefined ? 'application/json' : '*/*' });
    if (isKeyed) headers.set('idempotency-key', idempotencyKey ?? crypto.randomUUID());
    if (!hasBody) return { url, init: { method, headers } };
    headers.set('content-type', 'application/json');
    const elsewhere = new Set([...inPath, ...query]);
    const inBody = Object.keys(input).filter((name) => !elsewhere.has(name));
    const body = JSON.stringify(convertAmounts(pick(input, inBody), sent, toJson));
    return { url, init: { method, headers, body } };
  }

  async #sendRepeatedly(form: CallForm, request: Request, options: CallOptions): Promise<unknown> {
    for (let tries = 0; ; tries += 1) {
      const { reply, error, retryAfterMs = 0 } = await this.#send(form, request, options);
      if (error === undefined) return reply;
      if (tries >= this.#options.retries || !isWorthRetrying(form, error)) throw error;
      const pauseMs = this.#options.backoffMs * (2 ** tries + Math.random());
      await wait(Math.max(pauseMs, retryAfterMs), options.signal);
    }
  }

  async #send(form: CallForm, { url, init }: Request, { signal }: CallOptions): Promise<Outcome> {
    const token = this.#options.key ?? this.#tokens?.access_token;
    if (form.takesToken && token !== undefined)
      init.headers.set('authorization', `Bearer ${token}`);
    const inTime = AbortSignal.timeout(this.#options.timeoutMs);
    try {
      const response = await this.#options.fetch(url, {
        ...init,
        redirect: 'error',
        signal: signal === undefined ? inTime : AbortSignal.any([signal, inTime]),
      });
      if (response.ok) return { reply: await replyOf(form, response) };
      const error = await errorOf(response);
      const retryAfterS = Number(response.headers.get('retry-after') ?? 0);
      return { error, retryAfterMs: Math.min(retryAfterS * 1_000 || 0, this.#options.timeoutMs) };
    } catch (cause) {
      signal?.throwIfAborted();
      const type = inTime.aborted ? 'timeout_error' : 'network_error';
      return { error: cause instanceof ShopError ? cause : new ShopError({ type, cause }) };
    }
  }

  /** Exchanges the tokens for new ones. Calls that fail at the same time share one exchange. */
  async #renew(expired: string | undefined): Promise<void> {
    if (this.#tokens?.access_token !== expired) return;
    this.#renewal ??= this.#exchange().finally(() => (this.#renewal = undefined));
    await this.#renewal;
  }

  async #exchange(): Promise<void> {
    const { refresh_token } = this.#tokens!;
    const request = this.#requestOf(CALLS.refresh, { refresh_token }, {});
    try {
      this.#tokens = (await this.#sendRepeatedly(CALLS.refresh, request, {})) as Tokens;
    } catch (error) {
      // If no answer arrived, the session may still be valid.
      if (!(error instanceof ShopError && error.isRefusal)) throw error;
      this.#tokens = undefined;
    }
    this.#options.onTokens?.(this.#tokens ?? null);
  }
}

type Outcome =
  | { reply: unknown; error?: undefined; retryAfterMs?: undefined }
  | { error: ShopError; reply?: undefined; retryAfterMs?: number };

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

function refuseInsecure({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || LOCAL_HOSTS.has(hostname)) return;
  throw new TypeError('Security Error: API calls must use HTTPS.');
}

function pick(input: Input, names: readonly string[]): Input {
  const given = names.filter((name) => input[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, input[name]]));
}

async function replyOf({ file, received }: CallForm, response: Response): Promise<unknown> {
  if (file === 'text') return response.text();
  if (file === 'bytes') return new Uint8Array(await response.arrayBuffer());
  const { data } = (await response.json()) as { data: unknown };
  return convertAmounts(data, received, fromJson);
}

/** Another try at signing in counts against the limit that refused it, so it is not made. */
function isWorthRetrying({ path }: CallForm, { type, code }: ShopError): boolean {
  if (type === 'rate_limit_error') return code === 'RATE_LIMITED' && !path.startsWith('/auth/');
  return type === 'network_error' || type === 'timeout_error' || type === 'server_error';
}

/** A wrong password also has the status 401, but a code of its own. */
function isAboutToken(error: unknown): boolean {
  return error instanceof ShopError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
