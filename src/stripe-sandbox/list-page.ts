// Returns a page of a list, as Stripe does, newest first. A request may set the earliest creation time, and the object
// after which the page begins.
import type { Transaction } from '#engine/database.ts';
import { groupOf, textOf, type Form } from './form.ts';
import { listNewest, type SandboxObject } from './sandbox-queries.ts';

const PAGE_MOST = 100;
const PAGE_USUAL = 10;

/** Returns a page of a list. `url`: the path of the list, which the answer repeats. */
export async function listPage(
  db: Transaction,
  form: Form,
  kind: string,
  url: string,
): Promise<{ status: number; body: { data: SandboxObject[]; [field: string]: unknown } }> {
  const limit = Math.min(Number(textOf(form, 'limit') ?? PAGE_USUAL), PAGE_MOST);
  const found = await listNewest(db, kind, {
    from: Number(textOf(groupOf(form, 'created'), 'gte') ?? 0),
    after: textOf(form, 'starting_after') ?? null,
    limit: limit + 1,
  });
  const body = {
    object: 'list',
    url,
    has_more: found.length > limit,
    data: found.slice(0, limit),
  };
  return { status: 200, body };
}
