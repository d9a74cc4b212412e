// The shop as it runs in production, for the benchmark, with three differences: it has no limits, since a few clients at one
// address do the work of a crowd; it keeps its mails, since there is no mail server here; and it runs no jobs, whose hour
// would come in the middle of one figure or another, and keeps the log where there are drops. No setting of a real shop does that.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApp, contextOf, ROUTES } from '../src/server/app.ts';
import { openPool, overPool } from '../src/server/database/pool.ts';
import { openReplica } from '../src/server/database/replica.ts';
import { servePages } from '../src/server/http/pages.ts';
import { callInProcess } from '../src/server/http/serve.ts';
import { startKeepingLog } from '../src/server/jobs/keep-log.ts';
import { readConfig } from '../src/server/runtime/config.ts';
import { makeLog } from '../src/server/runtime/log.ts';

const DIST = join(import.meta.dirname, '../dist');

const config = readConfig(process.env);
const pool = openPool({ url: config.appDatabaseUrl!, clockOffsetMs: 0 });
const primary = overPool(pool);
const { readDatabaseUrl } = config;
const context = contextOf({
  db: primary,
  replica:
    readDatabaseUrl === null
      ? null
      : openReplica({ url: readDatabaseUrl, clockOffsetMs: 0, primary }),
  config: { ...config, authSecret: config.authSecret!, rateLimits: false },
  log: makeLog(config.logLevel),
  mailer: null,
});
// But for the log of drops, which is told of each purchase behind it.
if (config.logKeys !== null) startKeepingLog(context, null);
const app = await buildApp(context);
await servePages(app, {
  clientDir: join(DIST, 'client'),
  serverEntry: pathToFileURL(join(DIST, 'server/entry-server.js')).href,
  publicUrl: config.publicUrl,
  stripe: false,
  call: (row, input) => callInProcess(context, ROUTES, row, input as Record<string, unknown>),
});
await app.listen({ port: config.port, host: '127.0.0.1' });

// A bench that was stopped from outside leaves nothing behind.
process.once('disconnect', () => process.exit());
