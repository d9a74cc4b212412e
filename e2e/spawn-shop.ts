import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a shop of a journey's own. `close` ends it, also one that never says that it is open. */
export function spawnShop(
  script: 'src/server/main.ts' | 'e2e/open-shop.mjs',
  env: NodeJS.ProcessEnv,
) {
  const shop = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(shop, 'close');
  const isOpen = new Promise<void>((resolve, reject) => {
    shop.stdout.on('data', (said: Buffer) => said.includes('is open at') && resolve());
    shop.once('close', (code) => reject(new Error(`The shop ended with ${code}`)));
  });
  const close = async () => {
    shop.kill('SIGTERM');
    await closed;
  };
  return { isOpen, close };
}
