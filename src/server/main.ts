// `npm start`, and with --dev `npm run dev`: reads the settings, opens the database, seeds a demo shop, serves the API and the pages.
import './runtime/node-version.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApp, ROUTES } from './app.ts';
import { mountSources } from './dev-pages.ts';
import { webhookOf } from './card-payments/stripe-sandbox/sandbox.ts';
import { callInProcess } from './http/serve.ts';
import { servePages } from './http/pages.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { openShop } from './open-shop.ts';
import { ConfigProblem, readConfig } from './runtime/config.ts';
import { catchTheRest } from './runtime/last-resort.ts';
import { makeLog } from './runtime/log.ts';
import { DEMO_ACCOUNTS, seedDemo } from './seed.ts';

const DRAIN_TIMEOUT_MS = 10_000;
const DIST = join(import.meta.dirname, '../../dist');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = makeLog(config.logLevel);
  const shop = await openShop(config, log, say);
  const { context, sandbox } = shop;
  if (config.demo) await seedDemo(context, say);

  const app = await buildApp(context, sandbox);
  const dev = process.argv.includes('--dev') ? await mountSources(app) : null;
  await servePages(app, {
    clientDir: join(DIST, 'client'),
    serverEntry: dev
      ? '/src/web/entry-server.tsx'
      : pathToFileURL(join(DIST, 'server/entry-server.js')).href,
    publicUrl: config.publicUrl,
    stripe: config.stripe !== null && config.stripe !== 'sandbox',
    ...(dev && { dev }),
    call: (row, input) => callInProcess(context, ROUTES, row, input as Record<string, unknown>),
  });

  const jobs = await startJobs(context);
  let stopping = false;
  const stop = async (exitCode = 0): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // Whatever hangs must not keep the process: the database is left to recover by itself.
    setTimeout(() => process.exit(1), DRAIN_TIMEOUT_MS).unref();
    await app.close();
    await jobs.stop();
    await shop.close();
    process.exit(exitCode);
  };
  catchTheRest(log, stop);
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());

  await app.listen({ port: config.port, host: config.host });
  void sandbox?.deliverTo(webhookOf(app));
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  say(
    `\nFelt & Foil is open at ${config.port === 0 ? `http://localhost:${port}` : config.publicUrl}`,
  );
  if (config.stripe === 'sandbox') {
    say('  Cards are paid by the sandbox: test numbers only, no real money.');
  }
  if (config.production && config.smtpUrl === null) {
    say('  No mail is sent: SMTP_URL is not set. Mails are kept at /admin/mail.');
  }
  if (config.demo)
    for (const account of DEMO_ACCOUNTS)
      say(`  ${account.email} / ${account.password}  (${account.note})`);
}

try {
  await main();
} catch (error) {
  const isPlain = error instanceof ConfigProblem || process.env['LOG_LEVEL'] !== 'debug';
  process.stderr.write(`${isPlain && error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
