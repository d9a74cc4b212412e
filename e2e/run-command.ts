import { realpath } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { databaseUrl } from '../src/embedded-postgres/connection.ts';
import { look } from '../src/embedded-postgres/find-or-start.ts';
import { EMBEDDED_NAME } from '../src/server/database/embedded-name.ts';
import { runShopProcess } from '../src/testing/command.ts';

/** `npm run shop -- ...words` on the shop under test. */
export async function runCommand(words: string[]): Promise<string> {
  const port = Number(new URL(test.info().project.use.baseURL!).port);
  const shop = await look(await realpath(`.cache/e2e-shop-${port}`), EMBEDDED_NAME);
  if (shop.state !== 'living') throw new Error('The shop under test has no database');
  const { code, out, err } = await runShopProcess(
    databaseUrl(EMBEDDED_NAME, shop.port, shop.password),
    words,
  );
  expect([code, err]).toEqual([0, '']);
  return out;
}
