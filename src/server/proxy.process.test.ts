// Tests the shop behind nginx, with the deployed file (deploy/nginx), if nginx is installed.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/table.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { PICTURE_BYTES_MAX } from '#domain/uploaded-picture.ts';
import { giveRole, useTestApp } from '../testing/app.ts';
import { photograph } from '../testing/pictures.ts';
import { onDatabase, openShop, type ShopProcess } from '../testing/process.ts';
import { stockPackType } from '../testing/stock.ts';

const DEPLOYED = readFileSync(
  new URL('../../deploy/nginx/felt-and-foil.conf', import.meta.url),
  'utf8',
);
const INSTALLED = ['/usr/sbin/nginx'].filter((path) => existsSync(path));
const PORT = 8080;

test('the proxy accepts every body size that the shop accepts', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(DEPLOYED)!;
  const largest = Object.values<Endpoint>(ENDPOINTS).map(({ bodyBytesMax = 0 }) => bodyBytesMax);
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(Math.max(...largest));
});

if (INSTALLED.length === 0)
  process.stdout.write('nginx is not installed: what is behind it was not tried.\n');

describe.each(INSTALLED)('behind %s', (nginx) => {
  const shop = useTestApp();
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  let open: ShopProcess;
  let proxy: { host: string; end: () => Promise<void> };
  let token: string;
  let packTypeId: string;

  beforeAll(async () => {
    open = await openShop(onDatabase(shop.url, { TRUST_PROXY: '1', LOG_LEVEL: 'info' }));
    proxy = await startProxy(nginx, folder, open.address);
    packTypeId = await stockPackType(shop.context, { packs: 1 });
    const email = 'admin@example.test';
    const { data } = await call<{ access_token: string; user: { id: string } }>(
      'POST',
      '/api/auth/register',
      {
        body: { email, password: 'correct horse' },
      },
    );
    token = data.access_token;
    await giveRole(shop, { userId: data.user.id }, 'admin');
  });

  afterAll(async () => {
    await proxy.end();
    await open.end('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  type Called<Data> = { status: number; headers: IncomingHttpHeaders; body: string; data: Data };

  /** Makes a call by a visitor at `from`, which is an address of this machine. */
  async function call<Data>(
    method: string,
    path: string,
    {
      body,
      from = '127.0.0.1',
      headers = {},
    }: { body?: object; from?: string; headers?: Record<string, string> } = {},
  ): Promise<Called<Data>> {
    const asked = request({
      host: proxy.host,
      port: PORT,
      localAddress: from,
      method,
      path,
      headers: {
        host: 'shop.example',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    asked.end(body && JSON.stringify(body));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const got = await text(response);
    const isData = path.startsWith('/api/') && response.headers['content-type']?.includes('json');
    const { data } = (isData ? JSON.parse(got) : {}) as { data: Data };
    return { status: response.statusCode!, headers: response.headers, body: got, data };
  }

  test('pages arrive complete, with their security headers', async () => {
    for (const path of ['/', '/packs', `/pack/${packTypeId}`]) {
      const { status, headers, body } = await call('GET', path);
      expect([path, status, body.endsWith('</html>')]).toEqual([path, 200, true]);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test('a picture of 8 MB and an intake above 1 MB arrive', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const picture = (await padded(await photograph(), PICTURE_BYTES_MAX)).toString('base64');
    const put = await call('PUT', `/api/admin/pack-types/${packTypeId}/picture`, {
      headers,
      body: { picture },
    });
    expect([put.status, put.body.slice(0, 200)]).toEqual([200, expect.anything()]);
    const packs = Array.from({ length: 500 }, (_, at) => ({
      serial: `${at}`.padStart(2_500, '0'),
    }));
    const previewed = await call<{ problems: unknown[] }>('POST', '/api/admin/stock/preview', {
      headers,
      body: { packs },
    });
    expect([previewed.status, previewed.data.problems.length]).toEqual([200, 500]);
  });

  test('a visitor counts by their own address, whatever they claim, and one id is in the response and in the log', async () => {
    const { status, headers } = await call('POST', '/api/auth/register', {
      from: '127.0.0.77',
      headers: {
        'x-forwarded-for': '203.0.113.9',
        'x-request-id': 'chosen-by-a-visitor',
      },
      body: { email: 'visitor@example.test', password: 'correct horse' },
    });
    expect(status).toBe(200);
    const id = headers['x-request-id'];
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    // Only whole lines are read, because the last line may be incomplete.
    const registered = () =>
      open
        .said()
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.includes('"msg":"A user registered"'))
        .map((line) => JSON.parse(line) as { ip: string; requestId: string });
    await expect.poll(() => registered().map(({ ip }) => ip)).toEqual(['127.0.0.1', '127.0.0.77']);
    expect(registered().at(-1)!.requestId).toBe(id);
  });
});

/** Makes a JPEG of the given size. It is padded with comments, which may have 64 KB each. */
async function padded(jpeg: Buffer, bytes: number): Promise<Buffer> {
  const comments: Buffer[] = [];
  for (let left = bytes - jpeg.length; left >= 4;) {
    const length = Math.min(left, 65_537);
    const comment = Buffer.alloc(length);
    comment.writeUInt16BE(0xff_fe, 0);
    comment.writeUInt16BE(length - 2, 2);
    comments.push(comment);
    left -= length;
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}

/** Starts nginx with the deployed file, but without TLS, and on a port of its own. */
async function startProxy(nginx: string, folder: string, shop: string) {
  // nginx gets a loopback address that no other process uses, so that its port can't be taken.
  const host = ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.');
  const server = DEPLOYED.replace(/^server \{\n {2}listen 80;[^]*?^\}\n/m, '')
    .replace('server 127.0.0.1:3000', `server ${new URL(shop).host}`)
    .replace('listen 443 ssl http2;', `listen ${host}:${PORT};`)
    .replace(/^ {2}(?:listen \[::\]:443|ssl_).*\n/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  const file = join(folder, 'nginx.conf');
  const settings = `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr; events {}`;
  writeFileSync(file, `${settings}\nhttp { access_log off; ${temporary}\n${server}}\n`);
  const child = spawn(nginx, ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`nginx ended with ${String(code)}: ${said}`);
  });
  const opened = async (): Promise<void> => {
    while (!(await isOpen(`http://${host}:${PORT}/healthz`))) await wait(20);
  };
  await Promise.race([ended, opened()]);
  return {
    host,
    end: async () => {
      child.kill('SIGTERM');
      await ended.catch(() => {});
    },
  };
}

function isOpen(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}
