// The shop's API alone, as it runs in production, for the benchmark.
import { buildApp, contextOf } from '../src/server/app.ts';
import { appUrlOf } from '../src/server/database/app-role.ts';
import { openPool, overPool } from '../src/server/database/database.ts';
import { readConfig } from '../src/server/runtime/config.ts';
import { makeLog } from '../src/server/runtime/log.ts';

const config = readConfig(process.env);
const pool = openPool({ url: appUrlOf(config.databaseUrl!), clockOffsetMs: 0 });
const context = contextOf({
  db: overPool(pool),
  config: { ...config, authSecret: config.authSecret! },
  log: makeLog(config.logLevel),
});
const app = await buildApp(context);
await app.listen({ port: config.port, host: '127.0.0.1' });

// A bench that was stopped from outside leaves nothing behind.
process.once('disconnect', () => process.exit());
