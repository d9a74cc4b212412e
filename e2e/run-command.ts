import { expect, test } from '@playwright/test';
import { runShopProcess } from '../src/testing/command.ts';
import { shopDatabaseUrl } from './shop-database.ts';

/** Runs `npm run shop -- ...words` on the shop under test. */
export async function runCommand(words: string[]): Promise<string> {
  const port = Number(new URL(test.info().project.use.baseURL!).port);
  const { code, out, err } = await runShopProcess(await shopDatabaseUrl(port), words);
  expect([code, err]).toEqual([0, '']);
  return out;
}
