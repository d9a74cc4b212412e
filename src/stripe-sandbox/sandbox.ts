// Runs the sandbox, which is a small Stripe inside the shop, for use outside of production. The SDK reaches it on a
// loopback port of its own, and the browser makes two calls on the shop's port. Its records are in the shop's database,
// so it starts and stops with the shop.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Stripe } from 'stripe';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';
import { parseForm, textOf, type Form } from './form.ts';
import * as balance from './balance.ts';
import * as disputes from './disputes.ts';
import { listPage } from './list-page.ts';
import * as objects from './objects.ts';
import { invalidRequest, noSuch, StripeProblem, type SandboxResponse } from './objects.ts';
import * as refunds from './refunds.ts';
import * as taxes from './taxes.ts';
import {
  closeSandboxEvent,
  storeSandboxResponse,
  takeDueEvents,
  takeSandboxKey,
  type DueEvent,
} from './sandbox-queries.ts';

const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox';

type Call = { method: string; path: string };

/** Failures that a test causes. If a part is omitted, that part causes no failure. */
export type SandboxFaults = {
  /** Runs before a call, and may wait. If it returns a number, the call fails with that HTTP status. */
  before?: (call: Call) => number | void | Promise<number | void>;
  /** Runs after a call. If it returns true, the connection is cut without an answer. */
  hangUp?: (call: Call) => boolean;
};

export type Sandbox = {
  /**
   * The options with which the shop reaches the sandbox. They include the keys that the shop would otherwise have from
   * Stripe.
   */
  options: {
    secretKey: string;
    publishableKey: string;
    webhookSecrets: string[];
    apiBase: string;
    sandbox: true;
  };
  faults: SandboxFaults;
  /** Serves the browser's two calls on the shop's own port. */
  serveBrowser: (app: FastifyInstance) => void;
  /** Sends all due events to the webhook. After that, the sandbox sends new events by itself. */
  deliverTo: (webhook: Webhook) => Promise<void>;
  /** Like `deliverTo`, but for the webhook of the shop in this process. */
  deliverToShop: (app: FastifyInstance) => Promise<void>;
  /** Removes the waiting events and returns them with signatures, for tests that deliver the events themselves. */
  takeEvents: () => Promise<SignedEvent[]>;
  /** Finishes all refunds that a card delays or sends back. */
  finishRefunds: () => Promise<void>;
  sign: (body: string, options?: { secret?: string; atS?: number }) => SignedEvent;
  close: () => Promise<void>;
};

export type SignedEvent = { body: string; signature: string };

/** Posts an event to the webhook and returns the HTTP status. */
type Webhook = (event: SignedEvent) => Promise<number>;

/** Returns the shop's webhook, which is called inside this process. */
function webhookOf(app: FastifyInstance): Webhook {
  return async ({ body, signature }) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      payload: body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
    return statusCode;
  };
}

/** Starts the sandbox. Its keys are derived from `secret`, so they are the same in every process of the shop. */
export async function startSandbox(options: {
  db: Database;
  secret: string;
  production: boolean;
}): Promise<Sandbox> {
  if (options.production) throw new Error('The card sandbox does not run in production');
  const { db } = options;
  const key = (name: string) =>
    createHmac('sha256', options.secret).update(`sandbox ${name}`).digest('hex');
  const secretKey = `sk_test_${key('secret key')}`;
  const webhookSecret = `whsec_${key('webhook')}`;
  const switches: { faults: SandboxFaults } = { faults: {} };

  const sign: Sandbox['sign'] = (body, { secret = webhookSecret, atS } = {}) => ({
    body,
    signature: Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      ...(atS === undefined ? {} : { timestamp: atS }),
    }),
  });
  const postman = new Postman(db, (event) => sign(JSON.stringify(event.body)));

  const api = Fastify({ forceCloseConnections: true });
  api.addHook('onResponse', async () => postman.wake());
  serveApi(api, db, secretKey, () => switches.faults);
  await api.listen({ host: '127.0.0.1', port: 0 });
  const address = api.server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port');

  return {
    options: {
      secretKey,
      publishableKey: SANDBOX_PUBLISHABLE_KEY,
      webhookSecrets: [webhookSecret],
      apiBase: `http://127.0.0.1:${address.port}`,
      sandbox: true,
    },
    set faults(faults: SandboxFaults) {
      switches.faults = faults;
    },
    get faults() {
      return switches.faults;
    },
    serveBrowser: (app) => serveBrowser(app, db, () => postman.wake()),
    deliverTo: (webhook) => postman.start(webhook),
    deliverToShop: (app) => postman.start(webhookOf(app)),
    takeEvents: () => postman.takeAll(),
    finishRefunds: () => inTransaction(db, (tx) => refunds.finishRefunds(tx, true)),
    sign,
    close: async () => {
      postman.stop();
      await api.close();
    },
  };
}

type Handler = (db: Transaction, form: Form, id: string) => Promise<SandboxResponse>;

/** The calls of Stripe's API that the shop uses. */
const CALLS: readonly (readonly ['GET' | 'POST', string, Handler])[] = [
  ['POST', '/v1/payment_intents', (db, form) => objects.createIntent(db, form)],
  [
    'GET',
    '/v1/payment_intents',
    (db, form) => listPage(db, form, 'payment_intent', '/v1/payment_intents'),
  ],
  ['GET', '/v1/payment_intents/:id', (db, form, id) => objects.retrieveIntent(db, id, form)],
  ['POST', '/v1/payment_intents/:id', (db, form, id) => objects.updateIntent(db, id, form)],
  [
    'POST',
    '/v1/payment_intents/:id/confirm',
    (db, form, id) => disputes.confirmIntent(db, id, form),
  ],
  ['POST', '/v1/payment_intents/:id/cancel', (db, form, id) => objects.cancelIntent(db, id, form)],
  ['POST', '/v1/refunds', (db, form) => refunds.createRefund(db, form)],
  ['GET', '/v1/refunds', (db, form) => refunds.listRefunds(db, form)],
  ['GET', '/v1/refunds/:id', (db, _form, id) => refunds.retrieveRefund(db, id)],
  ['GET', '/v1/balance_transactions', (db, form) => balance.listMovements(db, form)],
  ['GET', '/v1/disputes', (db, form) => disputes.listDisputes(db, form)],
  ['GET', '/v1/disputes/:id', (db, _form, id) => disputes.retrieveDispute(db, id)],
  ['POST', '/v1/disputes/:id', (db, form, id) => disputes.updateDispute(db, id, form)],
  ['POST', '/v1/disputes/:id/close', (db, _form, id) => disputes.closeDispute(db, id)],
  ['POST', '/v1/tax/calculations', (db, form) => taxes.createCalculation(db, form)],
  [
    'POST',
    '/v1/tax/transactions/create_from_calculation',
    (db, form) => taxes.createTransaction(db, form),
  ],
  ['POST', '/v1/tax/transactions/create_reversal', (db, form) => taxes.createReversal(db, form)],
  ['GET', '/v1/tax/transactions/:id', (db, form, id) => taxes.retrieveTransaction(db, form, id)],
  ['GET', '/v1/tax/settings', async () => taxes.retrieveSettings()],
  ['POST', '/v1/customers', (db, form) => objects.createCustomer(db, form)],
  ['GET', '/v1/customers/:id', (db, _form, id) => objects.retrieveCustomer(db, id)],
  ['POST', '/v1/payment_methods', (db, form) => objects.createPaymentMethod(db, form)],
  ['GET', '/v1/payment_methods/:id', (db, _form, id) => objects.retrievePaymentMethod(db, id)],
  [
    'POST',
    '/v1/payment_methods/:id/attach',
    (db, form, id) => objects.attachPaymentMethod(db, id, form),
  ],
  [
    'POST',
    '/v1/payment_methods/:id/detach',
    (db, _form, id) => objects.detachPaymentMethod(db, id),
  ],
];

function serveApi(
  api: FastifyInstance,
  db: Database,
  secretKey: string,
  faults: () => SandboxFaults,
): void {
  readForms(api);
  api.setErrorHandler(sendProblem);
  api.setNotFoundHandler((request, reply) =>
    sendProblem(
      invalidRequest(`Unrecognized request URL (${request.method}: ${request.url}).`),
      request,
      reply,
    ),
  );
  for (const [method, url, handler] of CALLS) {
    api.route<{ Params: { id?: string }; Body: string | undefined }>({
      method,
      url,
      handler: async (request, reply) => {
        if (request.headers.authorization !== `Bearer ${secretKey}`) throw badKey();
        const call = { method, path: request.url.split('?')[0]! };
        const status = await faults().before?.(call);
        if (status !== undefined) {
          throw new StripeProblem(status, { type: 'api_error', message: 'Switched on by a test.' });
        }
        const key = request.headers['idempotency-key'];
        const response = await inTransaction(db, (tx) => {
          const work = (): Promise<SandboxResponse> =>
            handler(tx, formOf(request), request.params.id ?? '');
          return method === 'POST' && typeof key === 'string'
            ? respondOnce(tx, key, `${call.path} ${request.body ?? ''}`, work)
            : work();
        });
        if (faults().hangUp?.(call) === true) {
          reply.hijack();
          request.raw.socket.destroy();
          return reply;
        }
        return reply.code(response.status).send(response.body);
      },
    });
  }
}

function formOf({ method, url, body }: FastifyRequest): Form {
  return parseForm(method === 'GET' ? (url.split('?')[1] ?? '') : ((body ?? '') as string));
}

/**
 * Applies Stripe's rules for an Idempotency-Key. If a request is repeated, it gets its first response again. If a
 * different request has the same key, it is refused.
 */
async function respondOnce(
  db: Transaction,
  key: string,
  request: string,
  work: () => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  const fingerprint = createHash('sha256').update(request).digest('hex');
  const stored = await takeSandboxKey(db, key);
  if (stored === 'busy') {
    throw new StripeProblem(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key: ${key}`,
    });
  }
  if (stored === null) {
    const response = await work();
    await storeSandboxResponse(db, key, { ...response, fingerprint });
    return response;
  }
  if (stored.fingerprint !== fingerprint) {
    throw new StripeProblem(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { status: stored.status, body: stored.body };
}

/**
 * Serves the browser's two calls, which retrieve an intent and confirm an intent. Both need the publishable key and the
 * intent's secret.
 */
function serveBrowser(app: FastifyInstance, db: Database, wake: () => void): void {
  void app.register(
    async (scope) => {
      readForms(scope);
      scope.setErrorHandler(sendProblem);
      scope.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
        '/payment_intents/:id',
        async (request, reply) => {
          const { key, client_secret: clientSecret } = request.query;
          const response = await inTransaction(db, async (tx) => {
            await admit(tx, request.params.id, String(key), String(clientSecret));
            return objects.retrieveIntent(tx, request.params.id);
          });
          return sendToBrowser(reply, response);
        },
      );
      scope.post<{ Params: { id: string }; Body: string | undefined }>(
        '/payment_intents/:id/confirm',
        async (request, reply) => {
          const form = parseForm(request.body ?? '');
          const response = await inTransaction(db, async (tx) => {
            await admit(
              tx,
              request.params.id,
              textOf(form, 'key') ?? '',
              textOf(form, 'client_secret') ?? '',
            );
            return disputes.confirmIntent(tx, request.params.id, form);
          });
          wake();
          return sendToBrowser(reply, response);
        },
      );
    },
    { prefix: '/stripe-sandbox/v1' },
  );
}

async function admit(
  db: Transaction,
  id: string,
  key: string,
  clientSecret: string,
): Promise<void> {
  if (key !== SANDBOX_PUBLISHABLE_KEY) throw badKey();
  const { body } = await objects.retrieveIntent(db, id);
  if (!isSame(String(body['client_secret']), clientSecret)) throw noSuch('payment_intent', id);
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function sendToBrowser(reply: FastifyReply, { status, body }: SandboxResponse): FastifyReply {
  return reply.header('cache-control', 'no-store').code(status).send(withoutPrivate(body));
}

/** Removes the fields that only the shop's server may read. */
function withoutPrivate(body: Record<string, unknown>): Record<string, unknown> {
  const { metadata: _metadata, customer: _customer, ...rest } = body;
  const error = rest['error'] as Record<string, unknown> | undefined;
  const intent = error?.['payment_intent'] as Record<string, unknown> | undefined;
  return intent === undefined
    ? rest
    : { ...rest, error: { ...error, payment_intent: withoutPrivate(intent) } };
}

function badKey(): StripeProblem {
  return new StripeProblem(401, {
    type: 'invalid_request_error',
    message: 'Invalid API Key provided.',
  });
}

function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof StripeProblem) {
    const body = withoutPrivateUnlessOwn(request, { error: error.error });
    return reply.code(error.status).send(body);
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500)
    request.log.error(
      { event: 'sandbox_failed', err: error },
      'Card sandbox could not answer a call: responded 500',
    );
  return reply
    .code(status)
    .send({ error: { type: 'api_error', message: 'An unknown error occurred' } });
}

function withoutPrivateUnlessOwn(
  request: FastifyRequest,
  body: Record<string, unknown>,
): Record<string, unknown> {
  return request.url.startsWith('/stripe-sandbox/') ? withoutPrivate(body) : body;
}

const EVENTS_AT_ONCE = 20;
/**
 * The most tries for one event. With waits that double from 1 s up to an hour, they take about three days, as long as
 * Stripe tries.
 */
const ATTEMPTS_MAX = 84;
const POLL_EVERY_MS = 1_000;

/**
 * Delivers events to the webhook. New events are delivered at once. If the webhook does not answer 2xx, the event is
 * delivered again later.
 */
class Postman {
  readonly #db: Database;
  readonly #sign: (event: DueEvent) => SignedEvent;
  #webhook: Webhook | null = null;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> | null = null;
  #again = false;

  constructor(db: Database, sign: (event: DueEvent) => SignedEvent) {
    this.#db = db;
    this.#sign = sign;
  }

  async start(webhook: Webhook): Promise<void> {
    this.#webhook = webhook;
    // The timer also delivers postponed events, and events that another process of the shop left.
    this.#timer ??= setInterval(() => this.wake(), POLL_EVERY_MS).unref();
    this.wake();
    await this.#round;
  }

  stop(): void {
    this.#webhook = null;
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  wake(): void {
    if (this.#webhook === null) return;
    if (this.#round !== null) {
      this.#again = true;
      return;
    }
    this.#round = this.#deliverDue()
      // If the database is unreachable or the shop is closing, the timer tries again.
      .catch(() => {})
      .finally(() => {
        this.#round = null;
        if (this.#again) {
          this.#again = false;
          this.wake();
        }
      });
  }

  async takeAll(): Promise<SignedEvent[]> {
    const taken: SignedEvent[] = [];
    for (;;) {
      const events = await takeDueEvents(this.#db, EVENTS_AT_ONCE);
      if (events.length === 0) return taken;
      for (const event of events) {
        await closeSandboxEvent(this.#db, event.id);
        taken.push(this.#sign(event));
      }
    }
  }

  async #deliverDue(): Promise<void> {
    await inTransaction(this.#db, (tx) => refunds.finishRefunds(tx, false));
    for (;;) {
      const events = await takeDueEvents(this.#db, EVENTS_AT_ONCE);
      if (events.length === 0) return;
      await Promise.all(events.map((event) => this.#deliver(event)));
    }
  }

  async #deliver(event: DueEvent): Promise<void> {
    const status = (await this.#webhook?.(this.#sign(event)).catch(() => 0)) ?? 0;
    const isDone = (status >= 200 && status < 300) || event.attempts >= ATTEMPTS_MAX;
    if (isDone) await closeSandboxEvent(this.#db, event.id);
  }
}
