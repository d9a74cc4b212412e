// Turns each endpoint of the table into a route. A request goes through five steps: identify and
// admit the caller, validate the input, look for a stored response to the request's key, call the
// handler, and write the envelope.
import { isPublicReading, type Endpoint } from '#contract/endpoint.ts';
import { areasOfKey, callerOfKey, isAdmitted, type Caller, type KeyRight } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BatchQueue } from '#engine/batch-queue.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { newWaits, recordingWaits, type RequestWaits } from '../tracing/request-waits.ts';
import { isApiKey, readApiKey } from './api-key.ts';
import { BinaryFile, sendBinary } from './binary-file.ts';
import type { CachedEndpoints } from './cached-endpoints.ts';
import { sendCached } from './cached-response.ts';
import { encodeReply } from './encode-reply.ts';
import { asPageError, successBody } from './errors.ts';
import { fingerprint } from './fingerprint.ts';
import { FOR_ANY_ORIGIN } from './guard-headers.ts';
import { throughReadings } from './gate.ts';
import { storeResponse } from './store-response.ts';
import { HtmlPage, sendPage } from './html-page.ts';
import { SerializedReply } from './serialized-reply.ts';
import { takeKey } from './idempotency-keys-queries.ts';
import { isDraining } from './health.ts';
import { sendFile, TextFile } from './text-file.ts';
import { throttleCall, throttleKey } from './throttle.ts';
import { readAccessToken, type AccessToken } from './tokens.ts';
import type { Route } from './handler.ts';

/** Registers routes under `/api`. */
export function serveRoutes(
  app: FastifyInstance,
  context: Context,
  routes: Route[],
  cachedEndpoints: CachedEndpoints,
): void {
  const batches = new BatchQueue(context.db);
  const served = routes.map((route) => ({ ...route, batches }));
  serveAll(
    app,
    context,
    served.filter(({ endpoint }) => endpoint.signedBy === undefined),
    cachedEndpoints,
  );
  // Signed bodies are read as bytes, because the signature covers the bytes and not the parsed
  // values.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: SIGNED_BYTES_MAX },
      (_request, body, done) => done(null, body),
    );
    serveAll(
      scope,
      context,
      served.filter(({ endpoint }) => endpoint.signedBy !== undefined),
      cachedEndpoints,
    );
  });
}

const SIGNED_BYTES_MAX = 512 * 1024;

/** A route with its queue. The queue collects those requests of the route that join a batched transaction. */
type Served = Route & { batches: BatchQueue };

function serveAll(
  app: FastifyInstance,
  context: Context,
  routes: Served[],
  cachedEndpoints: CachedEndpoints,
): void {
  for (const route of routes) {
    const { endpoint } = route;
    const handle = (request: FastifyRequest, reply: FastifyReply) =>
      respond(contextOfRequest(context, request), route, request, reply);
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint),
      config: { endpoint },
      ...(endpoint.bodyBytesMax === undefined ? {} : { bodyLimit: endpoint.bodyBytesMax }),
      ...(isPublicReading(endpoint) ? { onRequest: allowAnyOrigin } : {}),
      handler: async (request, reply) => {
        const cached =
          endpoint.cached === true ? await cachedEndpoints.respond(endpoint, request) : null;
        if (cached !== null) return sendCached(request, reply, cached, isDraining(app));
        const waits = newWaits();
        waitsOf.set(request, waits);
        return recordingWaits(waits, () => handle(request, reply));
      },
    });
  }
}

/** Sets the header before the handler runs, so that rejections have it too. */
async function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers(FOR_ANY_ORIGIN);
}

/**
 * Returns an endpoint's path in the form that Fastify expects. Metrics and traces use this form as
 * the endpoint's name.
 */
export function routeOf({ path }: Endpoint): string {
  return `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

/** For each request, how long it has waited for the database and for other servers. */
export const waitsOf = new WeakMap<FastifyRequest, RequestWaits>();

async function respond(
  context: Context,
  route: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const send = await handle(context, route, request, reply);
  // Reads the shop's settings again before the response is sent, because a client that reads right after its change
  // must not get the old settings.
  if (route.endpoint.changes?.includes('shop') === true) await context.settings.renew();
  return send();
}

/** Handles a request, and returns a function that sends the response. */
async function handle(
  context: Context,
  route: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<() => FastifyReply | Promise<FastifyReply>> {
  const { endpoint } = route;
  const bearer = readBearer(endpoint, request);
  let sender: Sender | null = null;
  if (bearer !== null) {
    sender = isApiKey(bearer)
      ? await checkKey(context, bearer, reply)
      : readAccessToken(bearer, context.config.authSecret, context.now());
  }
  if (endpoint.repeat === 'keyed') {
    addHeaders(endpoint, reply);
    const handling = handleOnce(context, route, sender!, request);
    const body = await tellingRefusal(context, route.refused, handling);
    return () => sendJson(reply, body);
  }
  const caller = sender === null ? null : await admit(context, endpoint, request, sender);
  const input = readInput(endpoint, request);
  if (input instanceof Rejection) throw input;
  if (endpoint.throttle !== undefined) await throttleCall(context, endpoint.throttle);
  addHeaders(endpoint, reply);
  const doWork = () => route.answer(context, caller, input);
  const isForVisitors = endpoint.method === 'GET' && caller === null;
  const said = await (isForVisitors ? throughReadings(doWork) : doWork());
  return () => {
    if (said instanceof HtmlPage) return sendPage(reply, said);
    if (said instanceof BinaryFile) return sendBinary(reply, said, endpoint.file!);
    if (said instanceof TextFile) return sendFile(reply, said, endpoint.file!);
    const write = (data: unknown) =>
      successBody(encodeReply(context, endpoint, data, caller?.rights), context.now());
    if (said instanceof SerializedReply) {
      const { data } = said;
      const type = `${endpoint.file ?? 'application/json'}; charset=utf-8`;
      return said.send(request, reply.type(type), () =>
        endpoint.file === undefined ? write(data) : (data as string),
      );
    }
    return sendJson(reply, write(said));
  };
}

function addHeaders(endpoint: Endpoint, reply: FastifyReply): void {
  if (!isPublicReading(endpoint)) reply.header('cache-control', 'no-store');
  if (endpoint.savedAs !== undefined) {
    reply.header('content-disposition', `attachment; filename="${endpoint.savedAs}"`);
  }
}

/**
 * Returns the response to a request. If the handler rejects, runs the route's `refused` before the
 * rejection is passed on.
 */
async function tellingRefusal(
  context: Context,
  refused: Route['refused'],
  handling: Promise<string>,
): Promise<string> {
  try {
    return await handling;
  } catch (error) {
    if (error instanceof Rejection) await refused?.(context, error);
    throw error;
  }
}

function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

/**
 * The context for one request. It has the caller's origin, and a log that adds the request's id to
 * each line.
 */
export function contextOfRequest(context: Context, request: FastifyRequest): Context {
  const userAgent = request.headers['user-agent'] ?? '';
  return {
    ...context,
    log: request.log,
    origin: {
      requestId: request.id,
      ip: request.ip,
      userAgent: userAgent.slice(0, USER_AGENT_LENGTH_MAX),
    },
  };
}

const USER_AGENT_LENGTH_MAX = 300;

/**
 * Who sends a request. A person is identified in the transaction of their request. A key was checked before, in
 * statements of its own, because concurrent calls of one key must not wait for each other's transactions (choice 1032).
 */
type Sender = AccessToken | { userId: string; keyRights: readonly KeyRight[] };

/**
 * Reads the bearer token of a request. Returns null if the endpoint needs no caller. To public endpoints an API key is
 * nobody, because it acts as staff, never as a shopper (choice 1034). Rejects with UNAUTHORIZED.
 */
function readBearer(endpoint: Endpoint, { headers }: FastifyRequest): string | null {
  const { authorization } = headers;
  const isPublic = endpoint.audience === 'anyone';
  if (isPublic && (endpoint.knowsCaller !== true || authorization === undefined)) return null;
  const [scheme, token] = (authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new Rejection('UNAUTHORIZED');
  return isPublic && isApiKey(token) ? null : token;
}

/** Finds an API key and counts the call. Rejects with UNAUTHORIZED, FORBIDDEN or RATE_LIMITED. */
async function checkKey(context: Context, text: string, reply: FastifyReply): Promise<Sender> {
  const { id, rights } = await context.ports.identifyKey(context, readApiKey(text));
  await throttleKey(context, id, reply);
  return { userId: id, keyRights: rights };
}

/** Returns the caller of an endpoint. Rejects if the endpoint does not admit this caller. */
async function admit(
  context: Context,
  endpoint: Endpoint,
  request: FastifyRequest,
  sender: Sender,
): Promise<Caller> {
  if ('keyRights' in sender) return admitKey(endpoint, request, sender.userId, sender.keyRights);
  const caller = await context.ports.identify(context, sender);
  if (!isAdmitted(caller.rights, endpoint.audience)) {
    noteRefusal(request, caller);
    if (caller.awaitsTwoFactor) throw new Rejection('TWO_FACTOR_REQUIRED', TURN_IT_ON);
    throw new Rejection('FORBIDDEN');
  }
  const wantsVerified =
    endpoint.verified === 'always' ||
    (endpoint.verified === 'if demanded' && context.config.requireVerifiedEmail);
  if (wantsVerified && !caller.emailVerified) throw new Rejection('EMAIL_NOT_VERIFIED');
  return caller;
}

/** Returns the caller of an API key, if the key's rights cover the endpoint. What changes nothing is read (choice 1030). */
function admitKey(
  { audience, personsOnly, repeat }: Endpoint,
  request: FastifyRequest,
  id: string,
  rights: readonly KeyRight[],
): Caller {
  const access = repeat === 'none' ? 'read' : 'write';
  const caller = callerOfKey(id, areasOfKey(rights, access));
  const isForPersons = personsOnly === true || audience === 'user';
  if (!isForPersons && isAdmitted(caller.rights, audience)) return caller;
  noteRefusal(request, caller);
  throw new Rejection(
    'FORBIDDEN',
    isForPersons
      ? 'No API key may do this, whatever its rights: a person does'
      : `This API key lacks the right ${audience}:${access}`,
  );
}

function noteRefusal(request: FastifyRequest, { userId, role }: Caller): void {
  request.log.warn(
    { event: 'role_not_allowed', userId, role, ip: request.ip },
    'Forbidden: role not allowed',
  );
}

const TURN_IT_ON = 'Turn on two-factor sign-in under My account first.';

type InputRead = Fields | Rejection;
type Fields = Record<string, unknown>;

/**
 * Returns the decoded fields of path, query and body as one object. If the input does not match the
 * endpoint's schemas, returns a rejection.
 */
function readInput(endpoint: Endpoint, request: FastifyRequest): InputRead {
  if (endpoint.signedBy !== undefined) {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return { raw, signature: String(request.headers[endpoint.signedBy] ?? '') };
  }
  const problems: { path: string; message: string }[] = [];
  const input: Record<string, unknown> = {};
  const parts = [
    [endpoint.params, request.params],
    [endpoint.query, request.query],
    // A missing body counts as an empty object, so that the client gets a message for each missing
    // field.
    [endpoint.body, request.body ?? {}],
  ] as const;
  for (const [schema, raw] of parts) {
    if (schema === undefined) continue;
    const parsed = schema.safeParse(raw);
    if (parsed.success) Object.assign(input, parsed.data);
    else {
      for (const issue of parsed.error.issues) {
        problems.push({ path: issue.path.map(String).join('.'), message: issue.message });
      }
    }
  }
  const [first] = problems;
  return first === undefined
    ? input
    : new Rejection('VALIDATION_ERROR', { sentence: first.message, details: problems });
}

const KEY_FORM = /^[\x20-\x7e]{1,255}$/;
const KEY_RULE = 'Idempotency-Key must have 1 to 255 printable characters';

/**
 * Handles a request of a keyed endpoint in one transaction, and once per Idempotency-Key. A
 * repeated request with a used key gets the first successful response, byte for byte. A rejection
 * rolls everything back, including the key, so a retry runs all checks again.
 */
async function handleOnce(
  context: Context,
  route: Served,
  sender: Sender,
  request: FastifyRequest,
): Promise<string> {
  const { endpoint, before } = route;
  const input = readInput(endpoint, request);
  const run = (isPrepared: boolean) => {
    const attempt = (db: Transaction) =>
      handleInside({ ...context, db }, route, sender, request, { input, isPrepared });
    if (mayBatch(endpoint, input)) return route.batches.run(sender.userId, attempt);
    // A shopper's request changes few rows, so cached plans suit it. An operator may change ten
    // thousand packs at once, so Postgres makes a plan for each of those statements.
    return inTransaction(context.db, attempt, { usesGenericPlans: endpoint.audience === 'user' });
  };
  const first = await run(before === undefined);
  if (typeof first === 'string') return first;
  await before!.run(context, first.caller, first.input);
  return (await run(true)) as string;
}

/**
 * A request with at most this many items may join a batch, because so few items hardly delay the
 * other requests of the batch. A pack has fewer cards than this (choice 706).
 */
const FEW = 20;

/** Whether a request may join a batched transaction. */
function mayBatch({ batches }: Endpoint, input: InputRead): boolean {
  if (batches === undefined || input instanceof Rejection) return false;
  if (batches === true) return true;
  if ('without' in batches) return !input[batches.without];
  return (input[batches.fewOf] as unknown[]).length <= FEW;
}

/** The caller and input of a request that must call other servers before its transaction. */
type NeedsPreparation = { caller: Caller; input: Fields };

/**
 * Handles a request inside its transaction. `isPrepared` is true if the calls to other servers are
 * done, or if the endpoint makes no such calls.
 */
async function handleInside(
  context: Context<Transaction>,
  { endpoint, answer, load, before }: Route,
  sender: Sender,
  request: FastifyRequest,
  { input, isPrepared }: { input: InputRead; isPrepared: boolean },
): Promise<string | NeedsPreparation> {
  const { db } = context;
  const key = request.headers['idempotency-key'];
  const isKey = typeof key === 'string' && KEY_FORM.test(key);
  const { userId } = sender;
  // One pipeline sends these queries together with the beginning of the transaction. If the caller
  // is not admitted, the results and errors of the queries are dropped.
  const asking = Promise.all([
    admit(context, endpoint, request, sender),
    isKey ? takeKey(db, userId, key) : null,
    isPrepared || input instanceof Rejection ? false : before!.isDue(context, userId, input),
  ]);
  // If loading fails, its error is thrown only after all checks have passed.
  const loading = Promise.allSettled(
    input instanceof Rejection || load === undefined ? [] : [load(context, userId, input)],
  );
  const [caller, stored, isDue] = await asking;
  if (input instanceof Rejection) throw input;
  if (key !== undefined && !isKey) throw new Rejection('VALIDATION_ERROR', KEY_RULE);

  // The fingerprint covers the parsed input, so that fields that the endpoint ignores make no
  // difference.
  const asked = fingerprint([endpoint.method, request.url, input]);
  if (stored !== null) {
    if (stored.fingerprint !== asked) throw new Rejection('IDEMPOTENCY_KEY_REUSED');
    return stored.reply;
  }
  if (isDue) return { caller, input };
  const [loaded] = await loading;
  if (loaded?.status === 'rejected') throw loaded.reason;
  const said = await answer(context, caller, input, loaded?.value);
  const reply = successBody(encodeReply(context, endpoint, said, caller.rights), context.now());
  if (isKey) await storeResponse(context, endpoint, { userId, key, fingerprint: asked, reply });
  return reply;
}

/**
 * Calls an endpoint's handler inside the process, for a server-rendered page. The call has no
 * signed-in caller.
 */
export async function callInProcess(
  context: Context,
  routes: Route[],
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Promise<unknown> {
  const found = routes.find(
    (one) =>
      one.endpoint === endpoint ||
      (one.endpoint.method === endpoint.method && one.endpoint.path === endpoint.path),
  );
  if (found === undefined || endpoint.audience !== 'anyone')
    throw new Error(`No page may call ${endpoint.method} ${endpoint.path}`);
  try {
    const reply = await throughReadings(() => found.answer(context, null, input));
    return encodeReply(context, endpoint, reply);
  } catch (error) {
    throw asPageError(error);
  }
}
