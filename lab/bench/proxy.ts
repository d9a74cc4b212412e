// Starts the proxy with TLS in front of a production shop. The proxy is nginx or HAProxy, whichever is installed.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CertificateFiles } from '../../src/testing/start-mail-sink.ts';

/** `listens` is the proxy's public port, and `shop` is the shop's port. */
type Ports = { listens: number; shop: number };

type Kind = {
  name: string;
  programs: string[];
  version: string[];
  /** Writes the proxy's settings into `folder`, and returns the arguments with which to start the proxy. */
  prepare: (folder: string, files: CertificateFiles, ports: Ports) => string[];
};

const DEPLOYED = join(import.meta.dirname, '../../deploy/nginx/felt-and-foil.conf');

const KINDS: Kind[] = [
  {
    name: 'nginx',
    programs: ['nginx', '/usr/sbin/nginx'],
    version: ['-v'],
    prepare: (folder, { certificate, key }, { listens, shop }) => {
      const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (what) => `${what}_temp_path ${join(folder, what)};`,
      );
      // The deployed settings, with paths and ports replaced.
      const deployed = readFileSync(DEPLOYED, 'utf8')
        .replaceAll(/^.*(listen \[::\]:|listen 80;).*$/gm, '')
        .replace('listen 443 ', `listen 127.0.0.1:${listens} `)
        .replace('127.0.0.1:3000', `127.0.0.1:${shop}`)
        .replace('/etc/nginx/shop.pem', certificate)
        .replace('/etc/nginx/shop.key', key)
        .replaceAll('shop.example', 'localhost')
        .replace(/server \{\s+server_name[^]*?\n\}\n/, '');
      writeFileSync(
        join(folder, 'nginx.conf'),
        `pid ${join(folder, 'nginx.pid')};
worker_processes auto;
events {}
http {
access_log ${join(folder, 'access.log')};
${tempPaths.join('\n')}
${deployed}
}
`,
      );
      return ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;', '-e', 'stderr'];
    },
  },
  {
    name: 'HAProxy',
    programs: ['haproxy', '/usr/sbin/haproxy'],
    version: ['-v'],
    prepare: (folder, { certificate, key }, { listens, shop }) => {
      const both = join(folder, 'shop.pem');
      writeFileSync(both, execFileSync('cat', [certificate, key]));
      writeFileSync(
        join(folder, 'haproxy.cfg'),
        `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend public
  bind 127.0.0.1:${listens} ssl crt ${both}
  http-request set-header x-request-id %[uuid()]
  option forwardfor
  default_backend shop
backend shop
  server one 127.0.0.1:${shop}
`,
      );
      return ['-db', '-f', join(folder, 'haproxy.cfg')];
    },
  },
];

export type Proxy = { name: string; start: (ports: Ports) => ChildProcess };

/**
 * The first proxy that is installed, with its settings in `folder`. Null if no proxy is installed, or if there is no
 * certificate.
 */
export function findProxy(folder: string, files: CertificateFiles | null): Proxy | null {
  if (files === null) return null;
  for (const { name, programs, version, prepare } of KINDS) {
    const program = programs.find((one) => spawnSync(one, version).status === 0);
    if (program === undefined) continue;
    return {
      name,
      start: (ports) => {
        const own = join(folder, `${name}-${ports.listens}`);
        mkdirSync(own);
        // The proxy's workers don't run as root, and must be able to enter the folder.
        chmodSync(own, 0o711);
        return spawn(program, prepare(own, files, ports), {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
      },
    };
  }
  return null;
}

/** A certificate for this machine, valid for a day. Null if openssl is not installed. */
export function makeCertificate(folder: string): CertificateFiles | null {
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const { status } = spawnSync('openssl', [
    ...'req -x509 -nodes -days 1 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1'.split(' '),
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-keyout',
    files.key,
    '-out',
    files.certificate,
  ]);
  return status === 0 ? files : null;
}
