// The shop as `npm start` opens it, with a demo of its own that starts fresh for each run. Its journeys buy
// more packs than the demo has, so the type that has no limit gets more, taken in as an operator would.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { quickFolder } from '../src/embedded-postgres/throwaway.ts';
import { rememberHashes } from '../src/testing/remember-hashes.ts';
import { fillDemoPacks, loadDemoCatalogue } from '../src/server/catalogue/import/demo-data.ts';

const PACK_TYPE = 'pokemon-sv1';
const MORE_PACKS = 400;

const folder = `.cache/e2e-shop-${process.env.PORT}`;
process.env.DATA_DIR = folder;
if (existsSync(folder)) rmSync(realpathSync(folder), { recursive: true });
rmSync(folder, { recursive: true, force: true });
const data = mkdtempSync(join(await quickFolder(), 'e2e-shop-'));
// Root's database runs as somebody else, who must be able to get in.
chmodSync(data, 0o711);
mkdirSync('.cache', { recursive: true });
symlinkSync(data, folder);
process.on('exit', () => rmSync(data, { recursive: true, force: true }));
// Journeys sign in more often than anybody would.
rememberHashes();
await import('../src/server/main.ts');

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
const file = `${folder}.packs.jsonl`;
writeFileSync(file, `${lines.join('\n')}\n`);
const intake = spawn(process.execPath, ['src/server/shop.ts', 'import', 'packs', file], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const [code] = await once(intake, 'close');
if (code !== 0) throw new Error(`The packs for the journeys were not taken in: ${code}`);
