// The shop as a process: `npm start` without its checks, killed as a power cut would.
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
/** What a process said last is kept to be shown when a test fails. */
const SAID_CHARACTERS_MAX = 20_000;

export type ShopProcess = {
  child: ChildProcess;
  address: string;
  /** From its start until it answers. */
  startedInMs: number;
  said: () => string;
  /** Sends a signal and waits until the process is gone. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

const running = new Set<ChildProcess>();

/** Opens the shop. A test that restarts it names its port, so that its customers find it again. */
export async function openShop(
  environment: Record<string, string>,
  { port = 0, nodeOptions = [] as string[] } = {},
): Promise<ShopProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let said = '';
  const gone = new Promise<void>((resolve) =>
    child.once('close', (code) => {
      // Its customers would ask for ever; the test ends by its time limit, and this says why.
      if (running.delete(child) && !child.killed)
        process.stderr.write(`\nThe shop ended by itself with ${code}:\n${said}\n`);
      resolve();
    }),
  );
  const hear = (chunk: Buffer): void => {
    said = (said + chunk.toString()).slice(-SAID_CHARACTERS_MAX);
  };
  child.stderr.on('data', hear);
  const found = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      hear(chunk);
      const opened = /open at http:\/\/\S+:(\d+)/.exec(said);
      if (opened !== null) resolve(opened[1]!);
    });
    child.once('exit', (code) => reject(new Error(`The shop ended with ${code}: ${said}`)));
  });
  return {
    child,
    address: `http://127.0.0.1:${found}`,
    startedInMs: performance.now() - startedAt,
    said: () => said,
    end: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
}

/** After a test that failed half-way: nothing that it started stays. */
export function killShops(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** A port that nobody has at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
