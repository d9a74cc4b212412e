// Reads the ledger in tests: what moved, and whether the ledger agrees with itself and with the card provider.
import { expect } from 'vitest';
import { countViolations } from '../server/admin/run-audit.ts';
import { compareBooks } from '../server/card-payments/compare-books.ts';
import type { Context } from '../server/runtime/context.ts';
import type { SignedIn, TestApp } from './app.ts';

/** Returns each account's credits less its debits, in cents. Accounts of users have the names that the test gives. */
async function booksOf(
  { owner }: TestApp,
  users: Record<string, SignedIn>,
): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ id: string; balance: number }>(
    `select id, sum(amount)::int as balance from (
       select credit_account_id as id, amount from transfers
       union all select debit_account_id, -amount from transfers
     ) t group by id`,
  );
  const names = Object.entries(users);
  return Object.fromEntries(
    rows
      .map(({ id, balance }) => {
        const [name] = names.find(([, user]) => id.endsWith(user.userId)) ?? [];
        const label = name === undefined ? id : id.startsWith('debt:') ? `debt of ${name}` : name;
        return [label, balance] as const;
      })
      .filter(
        ([label]) => label.startsWith('house:') || names.some(([name]) => label.includes(name)),
      ),
  );
}

/** Returns the amounts that moved in the ledger during `work`. */
export async function movedIn(
  shop: TestApp,
  users: Record<string, SignedIn>,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await booksOf(shop, users);
  await work();
  const after = await booksOf(shop, users);
  return Object.fromEntries(
    Object.entries(after)
      .map(([id, balance]) => [id, balance - (before[id] ?? 0)] as const)
      .filter(([, change]) => change !== 0),
  );
}

/** Returns the names of the broken invariants. */
export async function brokenPromises(context: Pick<Context, 'db' | 'config'>): Promise<string[]> {
  const counts = await countViolations(context);
  return counts.filter((one) => one.violations > 0).map((one) => one.invariant);
}

/** Fails unless the nightly comparison and the audit find nothing. */
export async function expectAgreement({ context }: Pick<TestApp, 'context'>): Promise<void> {
  expect(await compareBooks(context, undefined, 0)).toMatchObject({ failed: 0 });
  expect(await brokenPromises(context)).toEqual([]);
}
