import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkPostgresName, isAddress, programsOf } from './postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('--postgres names the embedded one, an address or a folder of programs', () => {
  expect([isAddress('embedded'), programsOf('embedded')]).toEqual([false, undefined]);
  const address = 'postgres://owner:secret@127.0.0.1/shop';
  expect([isAddress(address), programsOf(address)]).toEqual([true, undefined]);
  expect([isAddress(folder), programsOf(folder)]).toEqual([false, folder]);
});

test('a folder without the programs is refused, with where they were searched and what may be named', () => {
  expect(() => checkPostgresName(folder)).toThrow(
    `there is no initdb in ${folder}/bin. Name \`embedded\`, the folder of a Postgres such as /usr/lib/postgresql/15, or the address of a server`,
  );
  for (const bin of ['bin', 'native/bin']) {
    mkdirSync(join(folder, bin), { recursive: true });
    writeFileSync(join(folder, bin, 'initdb'), '');
    checkPostgresName(folder);
    rmSync(join(folder, bin), { recursive: true });
  }
});
