// Sends stored events to the endpoints. Events of one subject go one after the other, in the order in which they were
// published; a subject whose event fails waits, and the others go on (choice 1040). Several processes may do this at
// once.
import { pauseAfter, DOWN_AFTER, restAfter } from '#domain/webhook.ts';
import type { Context } from '../runtime/context.ts';
import { networksOf, problemOfUrl } from './addresses.ts';
import { callReceiver, type Called } from './call-receiver.ts';
import {
  hastenFailed,
  takeDue,
  updateTried,
  type ClaimedDelivery,
  type TriedDelivery,
} from './deliveries-queries.ts';
import {
  findCallable,
  noteFailedRounds,
  noteWorking,
  pauseEndpoint,
  type CallableEndpoint,
  type PauseReason,
} from './endpoints-queries.ts';
import { bodyOf, signedHeaders } from './sign-message.ts';

const GONE = 410;

type Try = {
  delivery: ClaimedDelivery;
  called: Called;
  isDelivered: boolean;
  pauseS: number | null;
};

/** Sends what is due to an endpoint, until nothing is, or the endpoint is down or paused. */
export async function sendDeliveries(
  context: Context,
  first: CallableEndpoint,
  signal: AbortSignal,
): Promise<void> {
  for (let endpoint: CallableEndpoint | null = first; endpoint !== null;) {
    if (signal.aborted) return;
    // oxlint-disable-next-line no-await-in-loop -- Each round begins where the previous one ended.
    if (!(await sendRound(context, endpoint, signal))) return;
    // oxlint-disable-next-line no-await-in-loop -- It may have been changed, rotated or paused meanwhile.
    endpoint = await findCallable(context.db, endpoint.id);
  }
}

/** Sends some deliveries at once. Returns whether there were any. */
async function sendRound(
  context: Context,
  endpoint: CallableEndpoint,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = context;
  const isDown = endpoint.failed_rounds >= DOWN_AFTER;
  const due = await takeDue(db, endpoint.id, { only: isDown ? 'one' : null });
  if (due.length === 0) return false;
  const tries = await Promise.all(due.map((one) => tryOnce(context, endpoint, one, signal)));
  await updateTried(db, tries.map(resultOf));
  const reason = reasonToPause(tries);
  if (reason !== null) await pauseFailing(context, endpoint, reason);
  else if (tries.some(({ isDelivered }) => isDelivered)) await noteBack(context, endpoint);
  else await noteDown(context, endpoint, tries[0]!.called);
  return true;
}

async function tryOnce(
  context: Context,
  endpoint: CallableEndpoint,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Try> {
  const called = await call(context, endpoint, delivery, signal);
  const isDelivered = called.status !== null && called.status >= 200 && called.status < 300;
  const pauseS = isDelivered ? 0 : pauseAfter(delivery.tries, delivery.failing_for_s);
  return { delivery, called, isDelivered, pauseS };
}

async function call(
  context: Context,
  endpoint: CallableEndpoint,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Called> {
  const { config, log } = context;
  const { id: endpointId, url } = endpoint;
  const body = bodyOf(delivery);
  const headers = signedHeaders(context, endpoint, delivery.event_id, body);
  if (headers === null) {
    log.error(
      { event: 'webhook_not_signed', endpointId },
      'Could not sign a webhook: make a new secret for the endpoint',
    );
    return { status: null, response: null, problem: 'The secret can’t be read. Make a new one.' };
  }
  const refused = problemOfUrl(url, config.production);
  if (refused !== null) return { status: null, response: null, problem: refused };
  const networks = networksOf(config.webhookNetworks);
  return callReceiver({ url, headers, body }, { networks, signal });
}

function resultOf({ delivery, called, isDelivered, pauseS }: Try): TriedDelivery {
  const { id, tries } = delivery;
  return { id, tries, isDelivered, ...called, pauseS: pauseS ?? 0 };
}

/** A receiver that says that it is gone, or an event that failed for three days, pauses the endpoint. */
function reasonToPause(tries: Try[]): PauseReason | null {
  if (tries.some(({ called }) => called.status === GONE)) return 'gone';
  return tries.some(({ pauseS }) => pauseS === null) ? 'failing' : null;
}

/** The alert ShopWebhookPaused tells operators by bell and mail (`metrics/conditions.ts`, choice 1041). */
async function pauseFailing(
  { db, log }: Context,
  { id, name }: CallableEndpoint,
  reason: PauseReason,
): Promise<void> {
  if (!(await pauseEndpoint(db, id, reason))) return;
  log.error(
    { event: 'webhook_paused', endpointId: id, name, reason },
    'Webhook endpoint paused: events wait until an operator resumes it',
  );
}

async function noteBack({ db, log }: Context, endpoint: CallableEndpoint): Promise<void> {
  const { id, name, failed_rounds: failedRounds } = endpoint;
  if (failedRounds === 0) return;
  await noteWorking(db, id);
  if (failedRounds < DOWN_AFTER) return;
  await hastenFailed(db, id);
  log.info({ event: 'webhook_back', endpointId: id, name }, 'Webhook endpoint answers again');
}

async function noteDown(
  { db, log }: Context,
  endpoint: CallableEndpoint,
  { status, problem }: Called,
): Promise<void> {
  const { id, name } = endpoint;
  const failedRounds = endpoint.failed_rounds + 1;
  const restS = restAfter(failedRounds);
  await noteFailedRounds(db, id, failedRounds, restS);
  if (failedRounds !== DOWN_AFTER) return;
  log.warn(
    { event: 'webhook_down', endpointId: id, name, status, problem },
    'Webhook endpoint is down, will retry once a minute',
  );
}
