// Checks the port before anything opens. Otherwise the shop would notice a taken port only after everything else has
// opened.
import { once } from 'node:events';
import { createServer } from 'node:net';

type Place = { setting: 'PORT' | 'METRICS_PORT'; port: number; host: string };

/** Tries to listen on the shop's port. Throws an Error with advice if the port is taken. */
export async function refuseTakenPort(place: Place): Promise<void> {
  const problem = await tryOut(place.port, place.host);
  if (problem === null) return;
  throw new Error(await describe(place, problem), { cause: problem });
}

/**
 * Returns the error of listening on a port, or null if the port is free. Port 0 is always free, because the system then
 * chooses a port.
 */
async function tryOut(port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
  server.close();
  await once(server, 'close');
  return null;
}

async function describe(
  { setting, port, host }: Place,
  problem: NodeJS.ErrnoException,
): Promise<string> {
  switch (problem.code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program. Another port: ${setting}=${await nextFree(port, host)} npm start`;
    case 'EACCES':
      return `Port ${port} may be opened by an administrator only. Another port: ${setting}=3000 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${setting.replace('PORT', 'HOST')}=${host} is no address of this machine. 127.0.0.1 is for this machine only, 0.0.0.0 for every network.`;
    default:
      return `Port ${port} of ${host} can't be opened: ${problem.message}`;
  }
}

const TRIED_MOST = 20;
const PORT_MAX = 65_535;

/** Finds a free port to suggest to the operator. */
async function nextFree(taken: number, host: string): Promise<number> {
  for (let port = taken + 1; port <= Math.min(taken + TRIED_MOST, PORT_MAX); port += 1) {
    if ((await tryOut(port, host)) === null) return port;
  }
  return 0;
}
