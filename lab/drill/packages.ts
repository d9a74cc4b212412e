// Lists the programs that a drill needs, and those of them that are missing on this machine. A drill installs nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const OLDEST = 15;
const NEWEST = 18;

/** A program, the arguments that print its version, and its Debian package. */
const PROGRAMS = [
  { program: 'patroni', version: ['--version'], package: 'patroni' },
  { program: 'etcd', version: ['--version'], package: 'etcd-server' },
  { program: '/usr/sbin/haproxy', version: ['-v'], package: 'haproxy' },
  { program: '/usr/sbin/pgbouncer', version: ['--version'], package: 'pgbouncer' },
  { program: 'ip', version: ['-V'], package: 'iproute2' },
  { program: '/usr/sbin/nft', version: ['--version'], package: 'nftables' },
  { program: 'openssl', version: ['version'], package: 'openssl' },
  { program: 'setpriv', version: ['--version'], package: 'util-linux' },
  { program: 'pgbackrest', version: ['version'], package: 'pgbackrest' },
] as const;

type Program = (typeof PROGRAMS)[number]['program'];

/** The programs for the part "Going back in time", which needs no others. */
const OF_TIME: readonly Program[] = ['setpriv', 'pgbackrest'];

/** The folder of Debian's newest Postgres that the shop supports. Undefined if there is none. */
export function findPostgres(): string | undefined {
  if (!existsSync(DEBIAN_POSTGRES)) return undefined;
  const versions = readdirSync(DEBIAN_POSTGRES)
    .map(Number)
    .filter((version) => version >= OLDEST && version <= NEWEST)
    .filter((version) => existsSync(`${DEBIAN_POSTGRES}/${version}/bin/pg_rewind`));
  return versions.length === 0 ? undefined : `${DEBIAN_POSTGRES}/${Math.max(...versions)}/bin`;
}

/** Sentences that say why the drill can't run here. Empty if it can. */
export function whatIsMissing(drill: 'machines' | 'time'): string[] {
  if (process.platform !== 'linux') return ['It needs Linux, for its network namespaces.'];
  if (process.getuid?.() !== 0)
    return [
      'It needs root, for its network namespaces: a machine to try things out, or a container.',
    ];
  const missing: string[] = PROGRAMS.filter(({ program }) =>
    drill === 'time' ? OF_TIME.includes(program) : program !== 'pgbackrest',
  )
    .filter(({ program }) => versionOf(program) === null)
    .map((one) => one.package);
  if (findPostgres() === undefined) missing.push('postgresql-15');
  if (missing.length === 0) return [];
  return [
    'These are not installed, and it installs nothing by itself:',
    `  apt-get install --no-install-recommends ${missing.join(' ')}`,
    'Where that would make and start a Postgres of its own: create_main_cluster = false in /etc/postgresql-common/createcluster.conf first.',
  ];
}

/** The versions of the programs with which a run's figures were measured. */
export function versionsInUse(
  programs: readonly Program[] = PROGRAMS.slice(0, 4).map(({ program }) => program),
): string {
  const versions = programs.map((program) => versionOf(program)!);
  const postgres = spawnSync(`${findPostgres()!}/postgres`, ['--version'], { encoding: 'utf8' });
  return [...versions, firstLine(postgres.stdout)].join(', ');
}

function versionOf(program: Program): string | null {
  const { version } = PROGRAMS.find((one) => one.program === program)!;
  const { status, stdout } = spawnSync(program, version, { encoding: 'utf8' });
  return status === 0 ? firstLine(stdout) : null;
}

function firstLine(text: string): string {
  return text.split('\n')[0]!.split(' - http')[0]!.trim();
}
