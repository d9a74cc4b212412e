// Unpacks a release as it was committed, into its own folder with its own packages. Tests run its processes beside
// newer ones.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The commit of each release, the newest last. Stored in a file, because not every clone has tags. */
export const RELEASES = JSON.parse(
  readFileSync(join(import.meta.dirname, 'releases.json'), 'utf8'),
) as Record<string, string>;

/**
 * Creates the release's folder if it does not exist yet, and returns its path. The folder is below `.cache` of the
 * working folder, which must be a clone that contains the commit.
 */
export function unpackRelease(commit: string): string {
  const place = resolve('.cache', `release-${commit.slice(0, 12)}`);
  if (existsSync(place)) return place;
  const unfinished = `${place}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = join(unfinished, 'release.tar');
  execFileSync('git', ['archive', '--output', archive, commit]);
  execFileSync('tar', ['-xf', archive, '-C', unfinished]);
  rmSync(archive);
  if (isSame(join(unfinished, 'package-lock.json'), 'package-lock.json'))
    symlinkSync(resolve('node_modules'), join(unfinished, 'node_modules'));
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: unfinished,
      stdio: 'inherit',
    });
  renameSync(unfinished, place);
  return place;
}

function isSame(a: string, b: string): boolean {
  return readFileSync(a, 'utf8') === readFileSync(b, 'utf8');
}
