// Simulates hostile visitors, in a separate process: many connections, each with many requests at once. Usage: `node
// flood.ts FLOODING`, where FLOODING is JSON. The process ends once its connections have ended, and prints the results
// as JSON.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Flooding = {
  address: string;
  connections: number;
  /** How many requests each connection sends. */
  calls: number;
  paths: string[];
  /**
   * Whether the visitors read the responses. If not, they go on sending requests until the shop ends the connection.
   */
  reads: boolean;
};

export type Flooded = {
  /** How often each status came. */
  statuses: Record<string, number>;
  /** The milliseconds from the start of the first connection to the end of the last one. */
  ms: number;
};

const ASK_AGAIN_EVERY_MS = 2_000;

const { address, connections, calls, paths, reads } = JSON.parse(process.argv[2]!) as Flooding;
const statuses: Record<string, number> = {};

async function openOne(): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  return socket;
}

function requests(asked: string[], times: number, last: 'close' | 'keep-alive'): string {
  return Array.from({ length: times }, (_none, index) => {
    const more = index === times - 1 ? last : 'keep-alive';
    return `GET ${asked[index % asked.length]} HTTP/1.1\r\nHost: a\r\nConnection: ${more}\r\n\r\n`;
  }).join('');
}

async function read(socket: Socket): Promise<void> {
  socket.write(requests(paths, calls, 'close'));
  let text = '';
  socket.setEncoding('latin1');
  for await (const part of socket) text += part as string;
  for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g))
    statuses[status!] = (statuses[status!] ?? 0) + 1;
}

/** Sends one more request now and then, reads no response, and returns once the shop has ended the connection. */
async function askUntilEnded(socket: Socket, path: string): Promise<void> {
  socket.pause();
  socket.write(requests([path], calls, 'keep-alive'));
  // A client that never reads notices the end of a connection only when it writes.
  while (!socket.destroyed) {
    await wait(ASK_AGAIN_EVERY_MS);
    socket.write(requests([path], 1, 'keep-alive'));
  }
}

const begunAt = performance.now();
const sockets = await Promise.all(Array.from({ length: connections }, openOne));
await Promise.all(
  sockets.map((socket, index) =>
    reads ? read(socket) : askUntilEnded(socket, paths[index % paths.length]!),
  ),
);
const flooded: Flooded = { statuses, ms: performance.now() - begunAt };
process.stdout.write(JSON.stringify(flooded));
