// What says which release this is says the same everywhere.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');

/** The names in the change log, the newest first. */
const RELEASES = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, name]) => name!);
const [NEWEST] = RELEASES;

describe('the newest release of the change log', () => {
  test('is the version of the package and of its lockfile', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string;
      packages: { '': { version: string } };
    };
    expect([version, lock.version, lock.packages[''].version]).toEqual([NEWEST, NEWEST, NEWEST]);
  });

  test('is the image that each deploy file runs', () => {
    const files = globSync(['*.yaml', 'deploy/**/*.yaml'], { cwd: ROOT });
    const tags = files.flatMap((file) => {
      const named = /\bfelt-and-foil:([\w.-]+)|newName: \S*felt-and-foil\n\s*newTag: (\S+)/g;
      return [...read(file).matchAll(named)].map(([, tag, newTag]) => [file, tag ?? newTag]);
    });
    expect(tags.map(([file]) => file)).toEqual(
      expect.arrayContaining(['compose.yaml', 'deploy/kubernetes/kustomization.yaml']),
    );
    expect(tags.filter(([, tag]) => tag !== NEWEST)).toEqual([]);
  });

  test('says how long its migration takes, and whether one may go back', () => {
    const [, newest] = read('CHANGELOG.md').split(/^## /m);
    expect(newest).toMatch(/^\*\*Migration:\*\* /m);
    expect(newest).toMatch(/^\*\*Going back:\*\* /m);
  });
});

test('each release but the newest has its commit, and there is no commit of a release that the change log lacks', () => {
  const listed = Object.keys(JSON.parse(read('scripts/releases.json')) as object);
  const named = RELEASES.map((name) => `v${name}`).toReversed();
  expect(named.length).toBeGreaterThan(1);
  // The commit of a release is known once it is made, so the newest is listed by the commit after it.
  expect([named, named.slice(0, -1)]).toContainEqual(listed);
});
