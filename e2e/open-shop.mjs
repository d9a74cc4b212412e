// Opens the shop like `npm start`, with a fresh demo for each run. The first shop of a run (`SETS_UP`) sets up the
// demo, and each shop starts with a copy of it. Tests buy more packs than the demo has. So before the drop of the type
// without a limit is published, this script takes in more packs of that type, as an operator would.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { quickFolder } from '../src/embedded-postgres/throwaway.ts';
import { rememberHashes } from '../src/testing/remember-hashes.ts';
import { fillDemoPacks, loadDemoCatalogue } from '../src/server/catalogue/import/demo-data.ts';
import { statement } from '#engine/database.ts';
import { openShop } from '../src/server/open-shop.ts';
import { readConfig } from '../src/server/runtime/config.ts';
import { makeLog } from '../src/server/runtime/log.ts';
import { seedDemo } from '../src/server/demo/seed.ts';
import { openDemoDrops } from '../src/server/demo/seed-drops.ts';

const PACK_TYPE = 'pokemon-sv1';
const MORE_PACKS = 400;

const folder = `.cache/e2e-shop-${process.env.PORT}`;
// The folder is named after this run, because an earlier run may have left its demo behind.
const demo = join(await quickFolder(), `e2e-demo-${process.env.RUN}`);
mkdirSync('.cache', { recursive: true });
const data = await makeFolder('e2e-shop-');
keepTrackOf(data, folder);
process.on('exit', () => rmSync(data, { recursive: true, force: true }));

// Caches password hashes, because tests sign up and in more often than people do.
rememberHashes({ withAnySalt: true });
if (process.env.SETS_UP === 'on') {
  process.on('exit', () => rmSync(demo, { recursive: true, force: true }));
  await setUpDemo();
}
while (!existsSync(demo)) await wait(100);
// Preserves the owners of the files, because another user than root owns the database.
await promisify(execFile)('cp', ['-a', `${demo}/.`, data]);
process.env.DATA_DIR = folder;
await import('../src/server/main.ts');

async function makeFolder(prefix) {
  const made = mkdtempSync(join(await quickFolder(), prefix));
  // As root cannot run Postgres, another user runs it, and that user must be able to enter the folder.
  chmodSync(made, 0o711);
  return made;
}

/**
 * Makes `link` point to a folder. If `link` points to a folder of an earlier run that was killed, removes that
 * folder.
 */
function keepTrackOf(made, link) {
  if (existsSync(link)) rmSync(realpathSync(link), { recursive: true });
  rmSync(link, { recursive: true, force: true });
  symlinkSync(made, link);
}

/**
 * Creates the demo and the packs for tests in a separate folder, then renames the folder. So other processes never
 * see an incomplete demo.
 */
async function setUpDemo() {
  const made = await makeFolder('e2e-demo-');
  const link = `.cache/e2e-demo-${process.env.PORT}`;
  keepTrackOf(made, link);
  const env = { ...process.env, DATA_DIR: made };
  const config = readConfig(env);
  const shop = await openShop(config, makeLog(config.logLevel), () => {});
  await shop.asOwner(async (db) => {
    await seedDemo({ ...shop.context, db }, () => {});
    // Gives every card a value, because chance decides which card a test sells, and the shop doesn't buy back a card
    // without a value.
    await statement(db, 'update cards set market_value = 10 where market_value = 0', []);
  });
  const packType = loadDemoCatalogue().packTypes.find((one) => one.id === PACK_TYPE);
  const lines = fillDemoPacks({ ...packType, packs: MORE_PACKS }, 'journeys').map((pack, index) =>
    JSON.stringify({
      pack: {
        packType: PACK_TYPE,
        serial: `JOURNEY-${index}`,
        certification: `FF-JOURNEY-${index}`,
        cards: pack.cards,
      },
    }),
  );
  const file = join(made, 'packs.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const words = ['src/server/shop.ts', 'import', 'packs', file];
  await promisify(execFile)(process.execPath, words, { env });
  await shop.asOwner((db) => openDemoDrops({ ...shop.context, db }, () => {}));
  await shop.close();
  // Removes files that belong to one shop only.
  for (const own of ['postgres-port', 'auth-secret', 'packs.jsonl'])
    rmSync(join(made, own), { force: true });
  renameSync(made, demo);
  keepTrackOf(demo, link);
}
