import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';

/** A busy machine takes its time. */
const OPEN_MS_MOST = 180_000;

/** A demo shop as new, on a Postgres of its own in `dataDir`. `settings` are settings of the shop besides. */
export async function openDemoShop(
  port: number,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ChildProcess> {
  rmSync(dataDir, { recursive: true, force: true });
  const shop = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const giveUpAt = Date.now() + OPEN_MS_MOST;
  while (Date.now() < giveUpAt && shop.exitCode === null) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null);
    if (answer?.ok) return shop;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  shop.kill('SIGTERM');
  throw new Error('The shop did not open');
}
