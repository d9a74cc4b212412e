// Packs the client as a customer gets it, checks the package (choice 1056), and runs the examples of its README against
// a shop.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../src/testing/app.ts';
import { freePort } from '../src/testing/process.ts';
import { stockPackType } from '../src/testing/stock.ts';
import { listCallable } from '../src/server/webhooks/endpoints-queries.ts';
import { sendDeliveries } from '../src/server/webhooks/send-deliveries.ts';

const shop = useTestApp({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
const ROOT = resolve(import.meta.dirname, '..');
/** A project that installed the client. */
const PROJECT = mkdtempSync(join(tmpdir(), 'client-'));
const PACKAGE = join(PROJECT, 'node_modules/felt-and-foil-client');
const PACK_TIMEOUT_MS = 600_000;

let tarball: string;
let address: string;

beforeAll(async () => {
  const npm = ['pack', '--silent', '--pack-destination', PROJECT];
  const printed = execFileSync('npm', npm, { cwd: import.meta.dirname, encoding: 'utf8' });
  tarball = join(PROJECT, printed.trim());
  mkdirSync(PACKAGE, { recursive: true });
  execFileSync('tar', ['xzf', tarball, '-C', PACKAGE, '--strip-components=1']);
  copyFileSync(join(ROOT, 'docs/examples/order-events.ts'), join(PROJECT, 'order-events.ts'));
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
}, PACK_TIMEOUT_MS);

const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill();
  rmSync(PROJECT, { recursive: true });
});

describe('the package of the client', () => {
  test('has types that editors and compilers find, for programs that are ES modules', async () => {
    const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    const { problems } = checked as { problems: { kind: string }[] };
    // A program that is no ES module has to load the client by `import()`.
    expect(problems.map(({ kind }) => kind)).toEqual(['CJSResolvesToESM']);
  });

  test('is as npm wants packages', async () => {
    const { messages, pkg } = await publint({ pkgDir: PACKAGE, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('needs no other package, and has the version of the shop', () => {
    const { version, ...client } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
    expect(Object.keys(client)).not.toContain('dependencies');
    expect(version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
    const files = ['amounts', 'call', 'calls', 'client', 'errors', 'index', 'webhooks'];
    for (const name of files) {
      for (const end of ['js', 'd.ts']) {
        const text = readFileSync(join(PACKAGE, `dist/${name}.${end}`), 'utf8');
        const imported = [...text.matchAll(/\b(?:from|import) ['"]([^'"]+)/g)].map(([, to]) => to!);
        expect(imported.filter((to) => !to.startsWith('./') || !to.endsWith('.js'))).toEqual([]);
      }
    }
  });
});

/** The examples of the README in their order. */
const EXAMPLES = [
  ...readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').matchAll(/```ts\n([^]*?)```/g),
].map(([, code]) => code!);

function startExample(at: number, environment: Record<string, string>): ChildProcess {
  const file = join(PROJECT, `example-${at}.ts`);
  writeFileSync(file, EXAMPLES[at]!.replaceAll('https://shop.example', address));
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  return child;
}

/** Runs an example to its end, and returns what it printed. */
async function run(at: number, environment: Record<string, string>): Promise<string> {
  const child = startExample(at, environment);
  let printed = '';
  child.stdout!.on('data', (part: Buffer) => (printed += part.toString()));
  const [code] = await once(child, 'close');
  expect([code, printed]).toEqual([0, printed]);
  return printed;
}

describe('the examples of the README', () => {
  let packId: string;
  let shopper: SignedIn;
  let operator: SignedIn;

  beforeAll(async () => {
    packId = await stockPackType(shop.context, { packs: 130, purchaseLimit: 1 });
    shopper = await shop.signUp({ credits: 100 });
    operator = await shop.signUp({ role: 'admin' });
  });

  test('satisfy the compiler', () => {
    const files = EXAMPLES.map((code, at) => {
      writeFileSync(join(PROJECT, `typed-${at}.ts`), code);
      return `typed-${at}.ts`;
    });
    const wrong = `import { shopClient } from 'felt-and-foil-client';
      const shop = shopClient({ address: '' });
      // @ts-expect-error An amount is not a plain number.
      await shop.sellCard({ cardId: '', packOpeningId: '', expectedSellPrice: 12.5 });
      // @ts-expect-error A state is one of those that orders have.
      await shop.listOrders({ state: 'gone' });
      // @ts-expect-error An order has an id.
      await shop.showOrder({});`;
    writeFileSync(join(PROJECT, 'wrong.ts'), wrong);
    const compiler = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        module: 'nodenext',
        target: 'esnext',
        typeRoots: [resolve(ROOT, 'node_modules/@types')],
        types: ['node'],
      },
      files: [...files, 'wrong.ts', 'order-events.ts'],
    };
    writeFileSync(join(PROJECT, 'package.json'), '{"type":"module"}');
    writeFileSync(join(PROJECT, 'tsconfig.json'), JSON.stringify(compiler));
    const tsc = resolve(ROOT, 'node_modules/typescript/bin/tsc');
    const compile = () =>
      execFileSync(process.execPath, [tsc, '-p', PROJECT], { encoding: 'utf8', stdio: 'pipe' });
    expect(compile).not.toThrow();
  });

  test('buy a pack once, however often they run, and say what the shop refuses', async () => {
    const given = { EMAIL: shopper.email, PASSWORD: 'correct horse', PACK: packId };
    expect(await run(1, given)).toBe('1\n');
    expect(await run(1, given)).toBe('1\n');
    const other = await shop.signUp({ credits: 0 });
    expect(await run(1, { ...given, EMAIL: other.email })).toBe('INSUFFICIENT_BALANCE\n');
    const { rows } = await shop.owner.query('select 1 from orders where user_id = $1', [
      shopper.userId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('read a list to its end, with amounts to the cent', async () => {
    // A page has at most a hundred orders.
    for (let at = 0; at < 104; at += 1) {
      const as = await shop.signUp({ credits: 100 });
      await shop.call('POST', '/packs/purchase', { as, body: { packId, quantity: 1 } });
    }
    const printed = await run(0, { SHOP_KEY: operator.accessToken });
    const lines = printed.trim().split('\n');
    expect(lines).toHaveLength(105);
    const { rows } = await shop.owner.query<{ total: string }>(
      `select to_char(total / 100.0, 'FM990.00') as total from orders limit 1`,
    );
    expect(new Set(lines.map((line) => line.split(' ')[1]))).toEqual(new Set([rows[0]!.total]));
  });

  test('hear of an event that the shop signed, and of no other', async () => {
    const secret = randomBytes(24).toString('base64');
    const PORT = String(await freePort());
    const child = startExample(2, { SECRET: `whsec_${secret}`, PORT });
    const body = JSON.stringify({
      type: 'order.paid',
      timestamp: '2026-12-01T18:00:00Z',
      data: {},
    });
    const sentAt = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(`msg_1.${sentAt}.${body}`)
      .digest('base64');
    const send = (signed: string) =>
      fetch(`http://127.0.0.1:${PORT}`, {
        method: 'POST',
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': sentAt,
          'webhook-signature': `v1,${signed}`,
        },
        body,
      }).then(({ status }) => status);
    await expect.poll(() => send(signature).catch(() => 'not started')).toBe(204);
    expect(String((await once(child.stdout!, 'data'))[0])).toBe('msg_1 order.paid\n');
    expect(await send(randomBytes(32).toString('base64'))).toBe(400);
  });
});

const PROGRAMS = [
  { program: process.execPath, file: join(PROJECT, 'order-events.ts'), lacks: 'money:read' },
  { program: 'python3', file: join(ROOT, 'docs/examples/order_events.py'), lacks: 'owner:read' },
].map((one) => ({ ...one, name: basename(one.file) }));

/** Python is no package of npm, so some machines that run the tests lack it. */
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

for (const { program, file, lacks, name } of PROGRAMS) {
  test.skipIf(!isInstalled(program))(
    `${name} of docs/examples hears of a sale, and may do no more than its key`,
    async () => {
      const packId = await stockPackType(shop.context, { packs: 1 });
      const admin = await shop.signUp({ role: 'admin' });
      const buyer = await shop.signUp({ credits: 100 });
      const ask = async <Data>(path: string, body: object) => {
        const { status, body: answer } = await shop.call<Data>('POST', path, { as: admin, body });
        expect([status, answer.error]).toEqual([200, undefined]);
        return answer.data;
      };
      const PORT = String(await freePort());
      const { key } = await ask<{ key: string }>('/admin/keys', {
        name: basename(file),
        rights: ['support:read'],
      });
      const { secret } = await ask<{ secret: string }>('/admin/webhooks', {
        name: basename(file),
        url: `http://127.0.0.1:${PORT}`,
        events: ['order.paid'],
      });

      const env = {
        PATH: process.env['PATH'],
        SHOP: address,
        SHOP_KEY: key,
        WEBHOOK_SECRET: secret,
        PORT,
      };
      const child = spawn(program, [file], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      started.push(child);
      let printed = '';
      child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
      await expect.poll(() => printed).toContain('Listening');
      expect(printed).toContain(`Refused, as it should be: This API key lacks the right ${lacks}`);

      const forged = await fetch(`http://127.0.0.1:${PORT}`, { method: 'POST', body: '{}' });
      expect(forged.status).toBeOneOf([400, 401]);
      const bought = await shop.call('POST', '/packs/purchase', {
        as: buyer,
        body: { packId, quantity: 1 },
      });
      expect(bought.status).toBe(200);
      for (const endpoint of await listCallable(shop.context.db)) {
        await sendDeliveries(shop.context, endpoint, new AbortController().signal);
      }
      await expect
        .poll(() => printed)
        .toMatch(new RegExp(`${buyer.email} paid (CAD )?\\d+\\.\\d\\d.*: 1 × .+\n$`));
    },
  );
}
