// Starts the shop by `npm start`, or with --dev by `npm run dev`. Reads the settings, opens the database, seeds a demo
// shop, and serves the API and the pages.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ViteDevServer } from 'vite';
import './runtime/node-version.ts';
import { buildApp, ROUTES } from './app.ts';
import { mountSources } from './http/dev-pages.ts';
import { showArt } from './catalogue/show-art.ts';
import { AT_THE_DOOR_MOST } from '#engine/begin-in-turn.ts';
import { startDraining } from './http/health.ts';
import { callInProcess } from './http/serve.ts';
import { hashOfVerifier, servePages } from './http/pages.ts';
import { startAdvancingLog } from './jobs/advance-log.ts';
import { startJobs } from './jobs/start-jobs.ts';
import type { Tracing } from './tracing/start-tracing.ts';
import { collectMetrics, type Metrics } from './metrics/collect.ts';
import { serveMetrics, type MetricsServer } from './metrics/serve-metrics.ts';
import { watchConditions } from './metrics/tell-alerts.ts';
import { takeTimings } from './metrics/timings.ts';
import { watchSpeed } from './metrics/watch-speed.ts';
import { openShop } from './open-shop.ts';
import { warnOfUnsigned } from './public-log/describe-log.ts';
import { recountDue } from './catalogue/shown-changes-queries.ts';
import { renderFirstPages } from './http/render-first-pages.ts';
import { BUILD_INFO } from './runtime/build-info.ts';
import { ConfigProblem, listRemovedSettings, readConfig, type Config } from './runtime/config.ts';
import type { Context } from './runtime/context.ts';
import { catchTheRest } from './runtime/last-resort.ts';
import { makeLog } from './runtime/log.ts';
import { refuseTakenPort } from './runtime/refuse-taken-port.ts';
import { DEMO_ACCOUNTS, seedDemo } from './demo/seed.ts';
import { openDemoDrops } from './demo/seed-drops.ts';

const DRAIN_TIMEOUT_MS = 10_000;
const DIST = join(import.meta.dirname, '../../dist');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { host, port, metricsPort, metricsHost } = config;
  await refuseTakenPort({ setting: 'PORT', port, host });
  if (metricsPort !== null)
    await refuseTakenPort({ setting: 'METRICS_PORT', port: metricsPort, host: metricsHost });
  const opened = new AsyncDisposableStack();
  try {
    await open(config, opened);
  } catch (error) {
    exitSoon();
    await opened.disposeAsync();
    throw error;
  }
}

/** Opens the parts of the shop in order. `opened` closes them in the opposite order. */
async function open(config: Config, opened: AsyncDisposableStack): Promise<void> {
  const log = makeLog(config.logLevel);
  const instance = randomUUID();
  log.info({ event: 'starting', ...BUILD_INFO, instance }, 'The shop starts');
  warnOfRemovedSettings(log);
  const tracing = await tracingOf(config, instance);
  opened.defer(() => tracing?.stop());
  const shop = await openShop(config, log, say, { isServer: true });
  opened.defer(shop.close);
  const { context, sandbox } = shop;
  await warnOfUnsigned(context);
  if (config.demo) await shop.asOwner((db) => seedDemo({ ...context, db }, say));
  // The demo's drops open while the pages open, because a drop's public number comes a second later. The promise is
  // awaited after that.
  const drops = config.demo
    ? shop.asOwner((db) => openDemoDrops({ ...context, db }, say))
    : Promise.resolve();
  // If the promise fails before it is awaited, this prevents an unhandled rejection.
  const dropsEnded = drops.catch(() => {});
  opened.defer(() => dropsEnded);

  const app = await buildApp(context, sandbox);
  const dev = process.argv.includes('--dev') ? await mountSources(app) : null;
  if (dev) showArt(app, context);
  const pages = pagesOf(context, dev);
  await servePages(app, pages);

  // The queue must open before buyers hold all connections of the pool.
  await context.queue.open();
  const timings = takeTimings();
  opened.defer(timings.stop);
  const speed = watchSpeed(context, timings);
  opened.defer(speed.stop);
  const metrics = collectMetrics(context, shop.pool, timings);
  opened.defer(metrics.stop);
  const alerts = watchConditions(context, metrics, speed);
  opened.defer(alerts.stop);
  const metricsServer = await metricsServerOf(context, metrics);
  opened.defer(() => metricsServer?.close());
  const verifier = dev ? null : hashOfVerifier(join(DIST, 'client'));
  const jobs = await jobsOf(context, verifier);
  let jobsStopped: Promise<void> | undefined;
  const stopJobs = (): Promise<void> => (jobsStopped ??= jobs.stop());
  opened.defer(stopJobs);
  const hurry = new AbortController();
  let stopping = false;
  const stop = async (exitCode = 0): Promise<void> => {
    if (stopping) return hurry.abort();
    stopping = true;
    startDraining(app);
    void stopJobs();
    const delay = config.drainSeconds * 1000;
    await wait(delay, undefined, { signal: hurry.signal }).catch(() => {});
    exitSoon();
    await opened.disposeAsync();
    process.exit(exitCode);
  };
  catchTheRest(log, stop);
  process.on('SIGTERM', () => void stop());
  // SIGINT means that a person at a terminal is waiting, so the process skips the time that load balancers would need.
  process.on('SIGINT', () => {
    hurry.abort();
    void stop();
  });

  opened.defer(() => app.close());
  await drops;
  if (!dev && !stopping) await renderFirstPages(app, pages, () => recountDue(context.db));
  // If the signal to stop came before the shop was open, the shop does not open.
  if (stopping) return;
  await app.listen({ port: config.port, host: config.host, backlog: AT_THE_DOOR_MOST });
  void sandbox?.deliverToShop(app);
  sayOpen(config, context.settings.now().name, app.server.address() as AddressInfo, metricsServer);
}

function warnOfRemovedSettings(log: Context['log']): void {
  for (const { setting, advice } of listRemovedSettings(process.env))
    log.warn({ event: 'setting_ignored', setting }, `${setting} is no longer used. ${advice}`);
}

async function jobsOf(
  context: Context,
  verifier: string | null,
): Promise<{ stop: () => Promise<void> }> {
  if (context.config.jobs) return startJobs(context, verifier);
  return { stop: startAdvancingLog(context, verifier) };
}

function pagesOf(context: Context, dev: ViteDevServer | null): Parameters<typeof servePages>[1] {
  const { config } = context;
  return {
    clientDir: join(DIST, 'client'),
    serverEntry: dev
      ? '/src/web/entry-server.tsx'
      : pathToFileURL(join(DIST, 'server/entry-server.js')).href,
    publicUrl: config.publicUrl,
    stripe: config.stripe !== null && config.stripe !== 'sandbox',
    isGame: (id) => context.settings.games().some((game) => game.id === id),
    imageHosts: config.cardImageHosts,
    ...(dev && { dev }),
    call: (row, input) => callInProcess(context, ROUTES, row, input as Record<string, unknown>),
  };
}

function sayOpen(
  config: Config,
  name: string,
  { address, port }: AddressInfo,
  metrics: MetricsServer | null,
): void {
  say(`\n${name} is open at ${config.port === 0 ? `http://localhost:${port}` : config.publicUrl}`);
  say(`  It listens on ${address}:${port}, ${reachOf(address, 'HOST')}.`);
  if (metrics !== null)
    say(
      `  Metrics are at port ${metrics.port}, /metrics, ${reachOf(config.metricsHost, 'METRICS_HOST')}.`,
    );
  if (!config.jobs)
    say('  No background jobs and no mail here (JOBS=off): another process does them.');
  if (config.stripe === 'sandbox') {
    say('  Cards are paid by the sandbox: test numbers only, no real money.');
  }
  if (config.stripe === null) {
    const sandbox = config.production ? '' : ', and neither is SANDBOX';
    say(`  Credits only, no cards: Stripe's keys are not set${sandbox}.`);
  }
  if (config.production && config.smtpUrl === null) {
    say('  No mail is sent: SMTP_URL is not set. Mails are kept at /admin/mail.');
  }
  if (config.demo)
    for (const account of DEMO_ACCOUNTS)
      say(`  ${account.email} / ${account.password}  (${account.note})`);
}

/** Ends the process after a time limit, even if some work hangs. The database recovers by itself. */
function exitSoon(): void {
  setTimeout(() => process.exit(1), DRAIN_TIMEOUT_MS).unref();
}

function reachOf(address: string, setting: string): string {
  if (/^(127\.|::1$|localhost$)/.test(address))
    return `for this machine only (${setting}=0.0.0.0 lets others in)`;
  return /^(0\.0\.0\.0|::)$/.test(address)
    ? 'for every network'
    : 'for the network of that address';
}

async function tracingOf({ tracing }: Config, instance: string): Promise<Tracing | null> {
  if (tracing === null) return null;
  const { startTracing } = await import('./tracing/start-tracing.ts');
  return startTracing({ ...tracing, version: BUILD_INFO.version, instance });
}

async function metricsServerOf(context: Context, metrics: Metrics): Promise<MetricsServer | null> {
  const { metricsPort: port, metricsHost: host } = context.config;
  return port === null ? null : serveMetrics(context, metrics, { port, host });
}

try {
  await main();
} catch (error) {
  const isPlain = error instanceof ConfigProblem || process.env['LOG_LEVEL'] !== 'debug';
  process.stderr.write(`${isPlain && error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
