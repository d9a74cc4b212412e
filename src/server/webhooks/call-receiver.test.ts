// Tests the calls to receivers that attack the shop: by names that change their address, redirects, and answers that are
// slow or endless.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkedAddresses, mayCall, networksOf, problemOfUrl } from './addresses.ts';
import { callReceiver } from './call-receiver.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(respond: RequestListener): Promise<number> {
  const server = createServer(respond);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const LOCAL = networksOf(['127.0.0.0/8']);
const NOTHING = networksOf([]);

function callTo(
  url: string,
  {
    networks = LOCAL,
    resolve = async (): Promise<string[]> => ['127.0.0.1'],
    timeoutMs = 5_000,
  } = {},
) {
  const { signal } = new AbortController();
  return callReceiver({ url, headers: {}, body: '{}' }, { networks, resolve, signal, timeoutMs });
}

test('a connection goes to the address that was checked, and the name is resolved only once', async () => {
  const port = await listen((_request, response) => void response.end('here'));
  const addresses = [['127.0.0.1'], ['169.254.169.254']];
  let asked = 0;
  const resolve = async () => addresses[asked++]!;
  expect(await callTo(`http://changing.test:${port}/`, { resolve })).toMatchObject({
    status: 200,
    response: 'here',
  });
  expect(asked).toBe(1);
});

test('a name with one private address among public ones is refused', async () => {
  let calls = 0;
  const port = await listen((_request, response) => {
    calls += 1;
    response.end();
  });
  const resolve = async () => ['93.184.216.34', '127.0.0.1'];
  const called = await callTo(`http://two.test:${port}/`, { networks: NOTHING, resolve });
  expect(called).toMatchObject({ status: null, problem: 'It leads into a private network' });
  expect(calls).toBe(0);
  await expect(checkedAddresses('none.test', NOTHING, async () => [])).rejects.toThrow('no host');
});

test('a redirect is not followed', async () => {
  const paths: string[] = [];
  const port = await listen(({ url }, response) => {
    paths.push(url!);
    response.writeHead(307, { location: '/other' }).end();
  });
  expect(await callTo(`http://moved.test:${port}/first`)).toMatchObject({ status: 307 });
  expect(paths).toEqual(['/first']);
});

test('a receiver that never ends its answer is cut off', async () => {
  const silent = await listen(() => {});
  const drip = await listen((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 10);
    response.on('close', () => clearInterval(timer));
  });
  for (const port of [silent, drip]) {
    const called = await callTo(`http://slow.test:${port}/`, { timeoutMs: 200 });
    expect(called).toMatchObject({ status: null, problem: 'No answer within 0.2 seconds' });
  }
});

test('a receiver that answers in another protocol is cut off', async () => {
  const port = await listen((_request, response) => {
    response.writeHead(101, { connection: 'Upgrade', upgrade: 'x' }).end();
  });
  expect(await callTo(`http://other.test:${port}/`)).toMatchObject({
    status: null,
    problem: 'It answered 101, in another protocol',
  });
});

test('a receiver that gives provisional answers without end is cut off', async () => {
  const port = await listen((_request, response) => {
    const timer = setInterval(() => response.writeEarlyHints({ link: '</a>; rel=preload' }), 1);
    response.on('close', () => clearInterval(timer));
  });
  expect(await callTo(`http://hints.test:${port}/`)).toMatchObject({
    status: null,
    problem: 'It answered 1xx without end',
  });
});

test('a name server that never answers is not waited for longer, nor when the shop stops', async () => {
  const resolve = () => new Promise<string[]>(() => {});
  expect(await callTo('http://unnamed.test/', { resolve, timeoutMs: 50 })).toMatchObject({
    status: null,
    problem: 'No answer within 0.05 seconds',
  });
  const stopping = new AbortController();
  const calling = callReceiver(
    { url: 'http://unnamed.test/', headers: {}, body: '{}' },
    { networks: LOCAL, resolve, signal: stopping.signal },
  );
  stopping.abort();
  await expect(calling).rejects.toThrow('aborted');
});

test('of a long answer only the beginning is read', async () => {
  let isClosed = false;
  const port = await listen((_request, response) => {
    response.write('\0begins ');
    const timer = setInterval(() => response.write('x'.repeat(1_024)), 1);
    response.on('close', () => {
      isClosed = true;
      clearInterval(timer);
    });
  });
  const { status, response } = await callTo(`http://long.test:${port}/`);
  expect([status, response!.startsWith('begins xxx'), response!.length]).toEqual([
    200,
    true,
    1_000,
  ]);
  await expect.poll(() => isClosed).toBe(true);
});

test('only public addresses may be called, and those of networks that the settings name', () => {
  const publicOnes = ['8.8.8.8', '93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'];
  const others =
    `0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.31.255.255 192.0.0.1 192.0.2.1 192.168.1.1
    198.18.0.1 203.0.113.9 224.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::a00:1
    fc00::1 fe80::1 ff02::1 2001::1 2001:db8::1 2002:a00:1::`.split(/\s+/);
  expect(publicOnes.filter((address) => !mayCall(address, NOTHING))).toEqual([]);
  expect(others.filter((address) => mayCall(address, NOTHING))).toEqual([]);
  const named = networksOf(['10.1.0.0/16', 'fd00::/8']);
  expect(['10.1.2.3', 'fd12::1'].filter((address) => !mayCall(address, named))).toEqual([]);
  expect(['10.2.0.1', 'fe80::1'].filter((address) => mayCall(address, named))).toEqual([]);
});

test('an address is https in production, and is written as it is called', () => {
  expect(problemOfUrl('http://example.test/', true)).toBe('It must begin with https://');
  expect(problemOfUrl('https://example.test/', true)).toBeNull();
  expect(problemOfUrl('http://example.test/', false)).toBeNull();
  for (const written of ['HTTPS://example.test/', 'https:example.test', 'https:\\\\example.test']) {
    expect([written, problemOfUrl(written, false)]).toEqual([
      written,
      'It must begin with https://',
    ]);
  }
});
