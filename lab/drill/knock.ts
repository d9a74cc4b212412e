// Tries to reach addresses from the machine that runs it. Prints each result as JSON: the HTTP status for a URL,
// 'reached' for a port, or the error.
import { once } from 'node:events';
import { connect } from 'node:net';

async function knock(address: string): Promise<string | number> {
  try {
    if (address.startsWith('https://')) return (await fetch(address)).status;
    const [host, port] = address.split(':');
    const socket = connect(Number(port), host!);
    await once(socket, 'connect');
    socket.destroy();
    return 'reached';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

const tried = process.argv
  .slice(2)
  .map(async (address) => [address, await knock(address)] as const);
process.stdout.write(JSON.stringify(Object.fromEntries(await Promise.all(tried))));
