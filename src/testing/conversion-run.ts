// Converts expired cards in a process that then ends, for tests that kill the process. Arguments: `URL OFFSET_MS`. The
// process does not take the scheduler's lock, so that two such processes really run at once.
import { contextOf } from '../server/app.ts';
import { convertExpiredCards } from '../server/collection/convert-expired-cards.ts';
import { appUrlOf } from '../server/database/app-role.ts';
import { openPool, overPool } from '../server/database/pool.ts';
import { readConfig } from '../server/runtime/config.ts';
import { makeLog } from '../server/runtime/log.ts';

const [url = '', offset = ''] = process.argv.slice(2);
const clockOffsetMs = Number(offset);
const authSecret = 'x'.repeat(32);
const config = readConfig({ DATABASE_URL: url, AUTH_SECRET: authSecret });
const pool = openPool({ url: appUrlOf(url), clockOffsetMs });
const run = await convertExpiredCards(
  contextOf({
    db: overPool(pool),
    config: { ...config, authSecret, clockOffsetMs },
    log: makeLog('error'),
  }),
);
await pool.end();
process.stdout.write(JSON.stringify(run));
