// From a row of the endpoint table to a route: who is calling and may they, is the request well
// formed, has this key been answered before; then the verb, then the envelope.
import type { Endpoint } from '#contract/endpoint.ts';
import { isAdmitted, type Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { inTransaction, writesOf, type Transaction } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { encoderOf } from './encode-reply.ts';
import { successBody } from './errors.ts';
import { fingerprint } from './fingerprint.ts';
import { throughReadings } from './gate.ts';
import { keepAnswer } from './keep-answer.ts';
import { HtmlPage, sendPage } from './html-page.ts';
import { hasKey, takeKey } from './idempotency-keys-queries.ts';
import { isDraining } from './health.ts';
import { sendReady, type ReadyAnswer } from './ready-answer.ts';
import type { Readings } from './ready-readings.ts';
import { sendFile, TextFile } from './text-file.ts';
import { throttleCall } from './throttle.ts';
import type { Route } from './verb.ts';

/** Puts routes under `/api`. */
export function serveRoutes(
  app: FastifyInstance,
  context: Context,
  routes: Route[],
  readings: Readings,
): void {
  serveAll(
    app,
    context,
    routes.filter(({ row }) => row.signedBy === undefined),
    readings,
  );
  // Signed bodies are read as bytes: the signature covers the bytes, not their meaning.
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
      routes.filter(({ row }) => row.signedBy !== undefined),
      readings,
    );
  });
}

const SIGNED_BYTES_MAX = 512 * 1024;

function serveAll(
  app: FastifyInstance,
  context: Context,
  routes: Route[],
  readings: Readings,
): void {
  for (const route of routes) {
    const { row } = route;
    const handle = (request: FastifyRequest, reply: FastifyReply) =>
      answer(contextOfRequest(context, request), route, request, reply);
    app.route({
      method: row.method,
      url: `/api${row.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      config: { row },
      ...(row.bodyBytesMax === undefined ? {} : { bodyLimit: row.bodyBytesMax }),
      handler: async (request, reply) => {
        const ready = row.ready === undefined ? null : await answerReady(row, readings, request);
        if (ready !== null) return sendReady(request, reply, ready, isDraining(app));
        const answered = await handle(request, reply);
        if (row.changes?.includes('shop') === true) await context.settings.renew();
        readings.noteServed(row);
        return answered;
      },
    });
  }
}

/** The bytes of a row that everybody gets alike; null for an address that is not as the shop writes it. */
function answerReady(
  row: Endpoint,
  readings: Readings,
  { raw, params, query }: FastifyRequest,
): Promise<ReadyAnswer> | null {
  return readings.answer(row, raw.url!, {
    params: params as Record<string, unknown>,
    query: query as Record<string, unknown>,
  });
}

async function answer(
  context: Context,
  { row, answer: work, before, refused }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await admit(context, row, request);
  const input = readInput(row, request);
  if (row.throttle !== undefined) await throttleCall(context, row.throttle);
  const isRepeated = () => isAnswered(context, caller!, request);
  await before?.(context as never, caller as never, input as never, isRepeated);
  if (!isPublicReading(row)) reply.header('cache-control', 'no-store');
  if (row.savedAs !== undefined) {
    reply.header('content-disposition', `attachment; filename="${row.savedAs}"`);
  }
  if (row.repeat === 'keyed') {
    const answered = answerOnce(context, row, work, caller!, input, request);
    return sendJson(reply, await tellingRefusal(context, refused, answered));
  }
  const doWork = () => work(context as never, caller as never, input as never);
  const isForVisitors = row.method === 'GET' && caller === null;
  const said = await (isForVisitors ? throughReadings(doWork) : doWork());
  if (said instanceof HtmlPage) return sendPage(reply, said);
  if (said instanceof TextFile) return sendFile(reply, said, row.file!);
  return sendJson(reply, encodeReply(context, row, said));
}

/** An answer, or its refusal, once that was told to who has something to do about it. */
async function tellingRefusal(
  context: Context,
  refused: Route['refused'],
  answered: Promise<string>,
): Promise<string> {
  try {
    return await answered;
  } catch (error) {
    if (error instanceof Rejection) await refused?.(context, error);
    throw error;
  }
}

function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

/** The context with who asked, and a log whose lines name the request. */
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

/** Whether the answer is the same for everybody, so that a cache may keep it. */
function isPublicReading(row: Endpoint): boolean {
  return row.audience === 'anyone' && row.knowsCaller !== true && row.method === 'GET';
}

/** The caller of a row that wants one, refused when it is not for them. */
async function admit(
  context: Context,
  row: Endpoint,
  request: FastifyRequest,
): Promise<Caller | null> {
  if (row.audience === 'anyone') {
    const isNamed = row.knowsCaller === true && request.headers.authorization !== undefined;
    if (!isNamed) return null;
  }
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new Rejection('UNAUTHORIZED');
  const caller = await context.ports.identify(context, token);
  if (!isAdmitted(caller.role, row.audience)) {
    const { userId, role } = caller;
    request.log.warn({ userId, role, ip: request.ip }, 'Somebody tried what is not for them');
    if (caller.awaitsTwoFactor) throw new Rejection('TWO_FACTOR_REQUIRED', TURN_IT_ON);
    throw new Rejection('FORBIDDEN');
  }
  const wantsVerified =
    row.verified === 'always' ||
    (row.verified === 'if demanded' && context.config.requireVerifiedEmail);
  if (wantsVerified && !caller.emailVerified) throw new Rejection('EMAIL_NOT_VERIFIED');
  return caller;
}

const TURN_IT_ON = 'Turn on two-factor sign-in under My account first.';

/** The fields of path, query and body as one decoded object. Rejects with VALIDATION_ERROR. */
function readInput(row: Endpoint, request: FastifyRequest): Record<string, unknown> {
  if (row.signedBy !== undefined) {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return { raw, signature: String(request.headers[row.signedBy] ?? '') };
  }
  const problems: { path: string; message: string }[] = [];
  const input: Record<string, unknown> = {};
  const parts = [
    [row.params, request.params],
    [row.query, request.query],
    // A missing body counts as an empty one, so that the rules of its fields speak.
    [row.body, request.body ?? {}],
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
  if (first !== undefined) {
    throw new Rejection('VALIDATION_ERROR', { sentence: first.message, details: problems });
  }
  return input;
}

function encodeReply({ config, now }: Context, row: Endpoint, reply: unknown): string {
  // A reply that is not as its row says is a fault of ours, which is found before there are customers.
  if (!config.production) z.encode(row.reply, reply as never);
  return successBody(encoderOf(row.reply)(reply), now());
}

const KEY_FORM = /^[\x20-\x7e]{1,255}$/;

/**
 * Runs a verb that moves money or stock: in one transaction, and once per Idempotency-Key. The same
 * key and request answers the first successful answer again, to the byte; a refusal rolls everything
 * back, the key too, and is checked again.
 */
async function answerOnce(
  context: Context,
  row: Endpoint,
  answer: Route['answer'],
  caller: Caller,
  input: Record<string, unknown>,
  request: FastifyRequest,
): Promise<string> {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !KEY_FORM.test(key))) {
    throw new Rejection(
      'VALIDATION_ERROR',
      'Idempotency-Key must have 1 to 255 printable characters',
    );
  }
  const inside = async (db: Transaction) => {
    const work = async () =>
      encodeReply(
        context,
        row,
        await answer({ ...context, db } as never, caller as never, input as never),
      );
    if (key === undefined) return work();

    // As it was understood: what the schema passes over makes no difference.
    const asked = fingerprint([row.method, request.url, input]);
    const { userId } = caller;
    const kept = await takeKey(db, userId, key);
    if (kept === null) {
      const before = writesOf(db);
      const reply = await work();
      const wrote = writesOf(db) > before;
      await keepAnswer({ ...context, db }, { userId, key, fingerprint: asked, reply }, { wrote });
      return reply;
    }
    if (kept.fingerprint !== asked) throw new Rejection('IDEMPOTENCY_KEY_REUSED');
    return kept.reply;
  };
  // What shoppers do is small; what operators do may be ten thousand packs at once.
  return inTransaction(context.db, inside, { keepsPlans: row.audience === 'user' });
}

/** Whether the request's key already has an answer: if so, nothing is done again. */
async function isAnswered(
  { db }: Context,
  caller: Caller,
  request: FastifyRequest,
): Promise<boolean> {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && hasKey(db, caller.userId, key);
}

/** Calls a row's verb inside the process, for pages rendered on the server: nobody is signed in there. */
export async function callInProcess(
  context: Context,
  routes: Route[],
  row: Endpoint,
  input: Record<string, unknown>,
): Promise<unknown> {
  const found = routes.find(
    (one) => one.row === row || (one.row.method === row.method && one.row.path === row.path),
  );
  if (found === undefined || row.audience !== 'anyone')
    throw new Error(`No page may call ${row.method} ${row.path}`);
  return throughReadings(() => found.answer(context as never, null as never, input as never));
}
