import { rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { openShop, type ShopProcess } from '../src/testing/process.ts';

/** Opens a new demo shop, on a Postgres of its own in `dataDir`. `settings` has further settings of the shop. */
export async function openDemoShop(
  port: number,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ShopProcess> {
  rmSync(dataDir, { recursive: true, force: true });
  const ofDemo = { DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMITS: 'off' };
  return openShop({ ...process.env, ...ofDemo, ...settings }, { port, log: devNull });
}
