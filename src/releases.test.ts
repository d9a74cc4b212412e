// Checks that every file that states the release's version states the same version.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');

/**
 * The sections of the change log, the newest first. A section for the next release may come before the sections of the
 * releases.
 */
const SECTIONS = read('CHANGELOG.md').split(/^## /m).slice(1);
const NEXT = /^Unreleased \((\d+\.\d+\.\d+)\)\n/.exec(SECTIONS[0]!)?.[1];
const RELEASES = SECTIONS.slice(NEXT === undefined ? 0 : 1).map((text) => /^\S+/.exec(text)![0]);
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
});

test('the newest release, and the unreleased section, say how long their migration takes and whether a rollback is possible', () => {
  for (const section of SECTIONS.slice(0, SECTIONS.length - RELEASES.length + 1)) {
    expect(section).toMatch(/^\*\*Migration:\*\* /m);
    expect(section).toMatch(/^\*\*Going back:\*\* /m);
  }
});

test('the unreleased section has the name of a future release', () => {
  expect(RELEASES).not.toContain(NEXT);
});

test('database functions for processes of earlier versions have a future release for their removal', () => {
  const numbers = (version: string) => version.split('.').map(Number);
  const isAfter = (one: string, other: string) => {
    const at = numbers(one).findIndex((number, place) => number !== numbers(other)[place]);
    return at !== -1 && numbers(one)[at]! > numbers(other)[at]!;
  };
  const leaving = globSync('src/server/*/sql/*.sql', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/goes in (\d+\.\d+\.\d+)/g)].map(([, release]) => [file, release!]),
  );
  expect(leaving.length).toBeGreaterThan(0);
  const due = leaving.filter(([, release]) => !isAfter(release!, NEXT ?? NEWEST!));
  expect(due).toEqual([]);
});

test('each release but the newest has its commit, and each commit has its release in the change log', () => {
  const listed = Object.keys(JSON.parse(read('scripts/releases.json')) as object);
  const named = RELEASES.map((name) => `v${name}`).toReversed();
  expect(named.length).toBeGreaterThan(1);
  // A commit can't contain its own id, so only the commit after the newest release adds that release to the list.
  expect([named, named.slice(0, -1)]).toContainEqual(listed);
});
