// Processes of the shop, each at a port that the balancer knows.
import { join } from 'node:path';
import { end, saidLast, start } from './processes.ts';
import { until } from './until.ts';

const SOURCES = join(import.meta.dirname, '..');
/** A start migrates, and others may have the machine meanwhile. */
const READY_WITHIN_S = 120;
/** Longer than the balancer takes to see that a process asks for no more. */
const DRAIN_SECONDS = 4;

/** Starts one and waits until it is ready. `sources`: the version that it runs. */
export async function startShop(
  port: number,
  environment: Record<string, string>,
  sources: string = SOURCES,
): Promise<void> {
  const name = nameOf(port);
  start(name, {
    command: [process.execPath, mainOf(sources)],
    asPostgres: false,
    environment: {
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      METRICS_PORT: String(port + 100),
      TRUST_PROXY: '1',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    },
  });
  await until(`${name}, ready`, READY_WITHIN_S, async () => {
    const said = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    return said?.status === 200;
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${saidLast(name)}`);
  });
}

/** Tells it to stop, which it does once it has drained; or kills it. */
export async function endShop(port: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await end(nameOf(port), signal);
}

/** What a process of the shop runs. */
export function mainOf(sources: string = SOURCES): string {
  return join(sources, 'src/server/main.ts');
}

function nameOf(port: number): string {
  return `shop ${port}`;
}
