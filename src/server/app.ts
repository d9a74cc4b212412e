// Builds the HTTP side of the shop. Every room's routes are listed here by hand.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants } from 'node:zlib';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify';
import compress from '@fastify/compress';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Room } from '#contract/rooms.ts';
import { ENDPOINTS } from '#contract/table.ts';
import type { Route } from './http/handler.ts';
import { accountRoutes } from './accounts/routes.ts';
import { identifyKey } from './accounts/api-keys.ts';
import { identify } from './accounts/sessions.ts';
import { countViolations } from './admin/run-audit.ts';
import { forgetViews } from './admin/list-views.ts';
import { adminRoutes } from './admin/routes.ts';
import { forgetNotes } from './audit-log/forget-notes.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { serveArt } from './catalogue/serve-art.ts';
import { servePreviews } from './catalogue/serve-previews.ts';
import { openRecount } from './catalogue/shown-changes-queries.ts';
import { serveCrawlerFiles } from './catalogue/serve-crawler-files.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { gamesRoutes } from './games/routes.ts';
import { serveSample } from './games/serve-sample.ts';
import { dropsRoutes } from './drops/routes.ts';
import { pricesRoutes } from './prices/routes.ts';
import { forgetImportedCredits } from './imports/forget-imported-credits.ts';
import { importRoutes } from './imports/routes.ts';
import { singlesRoutes } from './singles/routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { cardPaymentRoutes } from './card-payments/routes.ts';
import type { Sandbox } from '#stripe-sandbox/sandbox.ts';
import { orderByCard } from './checkout/deliver-order.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { collectionRoutes } from './collection/routes.ts';
import type { Database } from '#engine/database.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { oweForRefund } from './disputes/owe-for-refund.ts';
import { updateDisputes } from './disputes/update-disputes.ts';
import { respondUnknown } from './http/respond-unknown.ts';
import { CACHED_MS, openCachedEndpoints } from './http/cached-endpoints.ts';
import { COMPRESS_BYTES_MIN } from './http/cached-response.ts';
import { respondToBrokenRequest, sendError } from './http/errors.ts';
import { guardResponses, guardHeaders } from './http/guard-headers.ts';
import { guardRequests } from './http/guard-requests.ts';
import { serveHealth } from './http/health.ts';
import { servePolicyReports } from './http/policy-reports.ts';
import { parseQuery } from './http/query-string.ts';
import { openApiDocument } from './http/openapi.ts';
import { withoutBadEscapes } from './http/pages.ts';
import { serveOpenApi } from './http/serve-openapi.ts';
import { serveRoutes, waitsOf } from './http/serve.ts';
import { jobRoutes } from './jobs/routes.ts';
import { openingRoutes } from './opening/routes.ts';
import { forgetCovered } from './opening/uncover-packs.ts';
import { servePictures } from './pictures/serve-pictures.ts';
import { profileRoutes } from './profile/routes.ts';
import type { BeaconSource } from './runtime/beacon.ts';
import type { CardProvider } from './runtime/card-provider.ts';
import { forgetAddresses } from './shipping/forget-addresses.ts';
import { serveLog } from './public-log/serve-log.ts';
import { openQueue } from './queue/open-queue.ts';
import type { Context, LogKeys } from './runtime/context.ts';
import { shipmentByCard } from './shipping/deliver-shipment.ts';
import { openEasyPost } from './shipping/easypost.ts';
import { shippingRoutes } from './shipping/routes.ts';
import { forgetPostalCodes } from './taxes/tax-calculations-queries.ts';
import { openShopIfDue, tellFallenLines } from './storefront/check-opening.ts';
import { openSettings } from './storefront/current-settings.ts';
import { storefrontRoutes } from './storefront/routes.ts';
import { serveUnsubscribe } from './accounts/serve-unsubscribe.ts';
import { forgetBuyer } from './wallet/number-documents.ts';
import { mailAttachments } from './wallet/mail-attachments.ts';
import { serveIcons } from './storefront/serve-icons.ts';
import { responseSent } from './runtime/events.ts';
import { isFollowed, traced } from './tracing/trace.ts';
import type { Mailer } from './runtime/mailer.ts';
import type { TaxProvider } from './runtime/tax-provider.ts';
import { creditsByCard } from './wallet/deliver-credits.ts';
import { welcome } from './wallet/grant-credits.ts';
import { walletRoutes } from './wallet/routes.ts';
import { forgetPulls } from './sharing/forget-pulls.ts';
import { sharingRoutes } from './sharing/routes.ts';
import { serveEmbeds } from './sharing/serve-embeds.ts';
import { serveFeeds } from './sharing/serve-feeds.ts';
import { servePulls } from './sharing/serve-pulls.ts';
import { forgetWishes } from './wishes/forget-wishes.ts';
import { marginRoutes } from './margin/routes.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { conditionsFor } from './metrics/tell-alerts.ts';
import { forgetDeliveries } from './webhooks/forget-webhooks.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { wishRoutes } from './wishes/routes.ts';

const ROUTES_OF: Record<Room, Route[]> = {
  accounts: accountRoutes,
  profile: profileRoutes,
  wallet: walletRoutes,
  catalogue: catalogueRoutes,
  games: gamesRoutes,
  prices: pricesRoutes,
  drops: dropsRoutes,
  singles: singlesRoutes,
  imports: importRoutes,
  stock: stockRoutes,
  checkout: checkoutRoutes,
  'card-payments': cardPaymentRoutes,
  collection: collectionRoutes,
  wishes: wishRoutes,
  sharing: sharingRoutes,
  shipping: shippingRoutes,
  opening: openingRoutes,
  disputes: disputeRoutes,
  margin: marginRoutes,
  jobs: jobRoutes,
  metrics: metricsRoutes,
  admin: adminRoutes,
  'audit-log': auditLogRoutes,
  webhooks: webhookRoutes,
  storefront: storefrontRoutes,
};

/** All served endpoints. */
export const ROUTES: Route[] = Object.values(ROUTES_OF).flat();

const ROOM_OF = new Map(
  Object.entries(ROUTES_OF).flatMap(([room, routes]) =>
    routes.map(({ endpoint }) => [endpoint, room as Room]),
  ),
);

/** Returns the room that serves an endpoint. */
function roomOf(endpoint: Endpoint): Room {
  const room = ROOM_OF.get(endpoint);
  if (room === undefined) throw new Error(`No handler serves ${endpoint.method} ${endpoint.path}`);
  return room;
}

// Quality of the compression. Low quality saves most of the bytes in little time, and time matters because responses
// are compressed while they are sent.
const BROTLI_QUALITY = 4;
const BODY_BYTES_MAX = 128 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** Makes the context of a process, which has its database, its settings, and the ports that the rooms implement. */
export function contextOf(options: {
  db: Database;
  config: Context['config'];
  log: FastifyBaseLogger;
  cardProvider?: CardProvider | null;
  taxProvider?: TaxProvider | null;
  mailer?: Mailer | null;
  logKeys?: LogKeys;
  beacon?: BeaconSource | null;
}): Context {
  const { db, config, log } = options;
  return {
    db,
    config,
    log,
    settings: openSettings(db, config),
    now: () => new Date(Date.now() + config.clockOffsetMs),
    origin: { requestId: '', ip: '', userAgent: '' },
    ports: {
      identify,
      identifyKey,
      welcome,
      cardPurchases: { order: orderByCard, shipment: shipmentByCard, top_up: creditsByCard },
      updateDisputes,
      oweForRefund,
      mailAttachments,
      countViolations,
      openShopIfDue,
      tellFallenLines,
      conditionsFor: (rights) => conditionsFor(rights).map(({ name }) => name),
      erasures: [
        forgetAddresses,
        forgetBuyer,
        ({ db }, userId) => forgetPostalCodes(db, userId),
        forgetWishes,
        forgetPulls,
        forgetCovered,
        forgetNotes,
        forgetViews,
        forgetDeliveries,
        forgetImportedCredits,
      ],
    },
    logKeys: options.logKeys ?? { seeds: config.logKeys ?? [], areStored: false },
    beacon: options.beacon ?? null,
    cardProvider: options.cardProvider ?? null,
    taxProvider: options.taxProvider ?? null,
    carrier: config.easyPost && openEasyPost(config.easyPost),
    queue: openQueue(db, log),
    mailer: options.mailer ?? null,
  };
}

/** Makes a server without routes. It already has the shop's rules for reading and ending requests. */
function newServer(
  { config, log }: Context,
  headers: ReturnType<typeof guardHeaders>,
): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // The log has one line per request, written when its response is sent.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    // Sets the headers here, because Fastify runs no hook for an address that can't be decoded, or
    // for bytes that are not HTTP.
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => respondToBrokenRequest(error, socket, headers),
    genReqId: (request) => requestIdOf(request.headers['x-request-id'], config.trustedProxies),
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { querystringParser: parseQuery },
    rewriteUrl: withoutBadEscapes,
    // Requests that are running, or that have just arrived, still get their response before the process ends.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
}

/**
 * Builds the app with all routes under `/api`. The app does not listen yet, and `main.ts` adds the pages. `cachedMs`:
 * how long public responses are cached. If it is 0, each change is visible at once.
 */
export async function buildApp(
  context: Context,
  sandbox: Sandbox | null = null,
  { cachedMs = CACHED_MS }: { cachedMs?: number } = {},
): Promise<FastifyInstance> {
  const { config } = context;
  const headers = guardHeaders(config.publicUrl);
  const app = newServer(context, headers);
  // The API accepts only JSON. A form on another site can send plain text without permission, but to send JSON it needs
  // the answer to a preflight request.
  app.removeContentTypeParser('text/plain');
  await context.settings.renew();
  const recount = openRecount(context.db, { waits: cachedMs === 0 });
  const cachedEndpoints = openCachedEndpoints(app, context, ROUTES, {
    prepare: async () => {
      await Promise.all([recount(), context.settings.poll()]);
    },
    ttlMs: cachedMs,
  });
  if (cachedMs > 0) followSettings(app, context, cachedMs);
  guardResponses(app, headers);
  guardRequests(app);
  await app.register(compress, {
    threshold: COMPRESS_BYTES_MIN,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onRequest', traceRequest(config.trustedProxies > 0));
  app.addHook('onResponse', logRequest);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(respondUnknown(ROUTES));
  serveHealth(app, context);
  servePolicyReports(app, context);
  serveOpenApi(
    app,
    () => openApiDocument(ENDPOINTS, roomOf, config.publicUrl),
    context.settings.now,
  );
  serveArt(app, context);
  servePreviews(app, context);
  serveSample(app);
  servePictures(app, context);
  serveCrawlerFiles(app, context);
  serveIcons(app, context);
  serveLog(app, context);
  serveUnsubscribe(app, context);
  servePulls(app, context);
  serveFeeds(app, context);
  serveEmbeds(app, context);
  serveRoutes(app, context, ROUTES, cachedEndpoints);
  sandbox?.serveBrowser(app);
  return app;
}

/**
 * Polls the settings. Requests for cached endpoints refresh the settings too, but purchases and
 * mails need current settings even when no such requests come.
 */
function followSettings(app: FastifyInstance, { settings, log }: Context, everyMs: number): void {
  let isPolling = false;
  const timer = setInterval(() => {
    if (isPolling) return;
    isPolling = true;
    settings
      .poll()
      .catch((error: unknown) =>
        log.debug(
          { event: 'settings_not_reloaded', err: error },
          'Could not reload the settings: keeping the old ones, will retry',
        ),
      )
      .finally(() => (isPolling = false));
  }, everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const REQUEST_ID_FORM = /^[\w.:-]{8,64}$/;

/**
 * The id of a request, as used in the log, the audit and the response. If a proxy is trusted, the id comes from the
 * proxy.
 */
function requestIdOf(given: string | string[] | undefined, trustedProxies: number): string {
  const isGood = trustedProxies > 0 && typeof given === 'string' && REQUEST_ID_FORM.test(given);
  return isGood ? given : randomUUID();
}

/** Traces a request until its response is on its way or its client has gone. */
const traceRequest =
  (isProxied: boolean): onRequestHookHandler =>
  (request, reply, next) => {
    if (!isFollowed()) return next();
    const route = request.routeOptions.url;
    const { traceparent } = request.headers;
    const attributes: Record<string, string | number> = {
      'http.request.method': request.method,
      'http.route': route ?? 'none',
      'shop.request_id': request.id,
    };
    const isFromProxy = isProxied && typeof traceparent === 'string';
    void traced(
      {
        name: `${request.method} ${route ?? 'none'}`,
        kind: 'server',
        attributes,
        trace: isFromProxy ? traceparent : undefined,
      },
      async () => {
        const closed = once(reply.raw, 'close');
        next();
        await closed;
        attributes['http.response.status_code'] = reply.statusCode;
      },
    );
  };

async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const line = {
    event: 'answered',
    method: request.method,
    // Logs the path without the query, because the query may contain a user's search.
    path: request.url.split('?')[0],
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  };
  const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint };
  const waits = waitsOf.get(request);
  responseSent.publish({
    method: line.method,
    route: request.routeOptions.url ?? null,
    endpoint: endpoint ?? null,
    status: line.status,
    seconds: reply.elapsedTime / 1000,
    elsewhere: (waits?.elsewhere.ms ?? 0) / 1000,
    inDatabase: (waits?.database.ms ?? 0) / 1000,
  });
  if (request.url.startsWith('/api/') && endpoint?.cached !== true)
    request.log.info(line, 'Request answered');
  else request.log.debug(line, 'Request answered');
}
