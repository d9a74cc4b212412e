// A piece of network between two processes, which a test can stall, silence or cut.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

export type Place = { host: string; port: number };

export type Proxy = {
  port: number;
  /** Lets nothing pass in either direction, without an error on either side. Delayed data passes after `resume`. */
  stall: () => void;
  resume: () => void;
  /** Makes the current connections silent for ever without ending them, as after a lost route. New connections work. */
  forget: () => void;
  /** Ends all connections and refuses new ones, until `open`. */
  shut: () => void;
  open: () => void;
  /** Makes new connections lead to this place. Existing connections stay as they are. */
  leadTo: (place: Place) => void;
  close: () => Promise<void>;
};

export async function openProxy(first: Place): Promise<Proxy> {
  let to = first;
  const pairs = new Set<[Socket, Socket]>();
  const forgotten = new Set<[Socket, Socket]>();
  let isStalled = false;
  let isShut = false;
  const server = createServer((near) => {
    if (isShut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(to.port, to.host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, into] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('close', () => {
        into.destroy();
        pairs.delete(pair);
      });
      from.pipe(into);
    }
    if (isStalled) holdUp(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const holdUp = ([near, far]: [Socket, Socket]): void => {
    near.unpipe(far);
    far.unpipe(near);
    near.pause();
    far.pause();
  };
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      isStalled = true;
      for (const pair of pairs) holdUp(pair);
    },
    resume: () => {
      isStalled = false;
      for (const [near, far] of pairs) {
        near.pipe(far);
        far.pipe(near);
      }
    },
    forget: () => {
      for (const pair of pairs) {
        holdUp(pair);
        forgotten.add(pair);
      }
      pairs.clear();
    },
    shut: () => {
      isShut = true;
      for (const [near] of pairs) near.resetAndDestroy();
    },
    open: () => {
      isShut = false;
    },
    leadTo: (place) => {
      to = place;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const [near, far] of [...pairs, ...forgotten]) {
        near.destroy();
        far.destroy();
      }
      await closed;
    },
  };
}

/** Returns the same address with the host and port of the proxy. */
export function throughProxy(url: string, proxy: Proxy): string {
  const changed = new URL(url);
  changed.hostname = '127.0.0.1';
  changed.port = String(proxy.port);
  return changed.href;
}
