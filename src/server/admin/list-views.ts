// Operators name views of their lists, for themselves or for all who see the list.
import * as rows from '#contract/admin-views.ts';
import { listUsers } from '#contract/admin-users.ts';
import { listAdminPackTypes } from '#contract/catalogue-admin.ts';
import { listOrders } from '#contract/checkout-admin.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { listAdminShipments } from '#contract/shipping-admin.ts';
import { listSingles } from '#contract/singles-admin.ts';
import { listStock } from '#contract/stock-admin.ts';
import { isAdmitted, type Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { ListName } from '#domain/staff-lists.ts';
import type { Transaction } from '#engine/database.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import {
  countOtherViews,
  deleteListView,
  deleteViewsOf,
  findListView,
  listListViews,
  storeListView,
  type ListViewRow,
} from './list-views-queries.ts';

/**
 * The endpoint that reads each list. A list's views need its right too, because they can hold a
 * part of what the list shows, such as a searched address.
 */
const LISTS: Record<ListName, Endpoint> = {
  'pack-types': listAdminPackTypes,
  orders: listOrders,
  users: listUsers,
  shipments: listAdminShipments,
  packs: listStock,
  singles: listSingles,
};

function assertSees(caller: Caller, list: ListName): void {
  if (!isAdmitted(caller.rights, LISTS[list].audience)) throw new Rejection('FORBIDDEN');
}

const VIEWS_MOST = 50;

export const listViews = handler(rows.listViews, async ({ db }, caller, { list }) => {
  assertSees(caller, list);
  const found = await listListViews(db, list, caller.userId);
  return found.map(present);
});

export const saveListView = handler(
  rows.saveListView,
  async (context, caller, { list, name, isForAll, address }) => {
    const { db } = context;
    assertSees(caller, list);
    const ownerId = isForAll ? null : caller.userId;
    if ((await countOtherViews(db, list, ownerId, name)) >= VIEWS_MOST) {
      throw Rejection.ofField('name', `A list has at most ${VIEWS_MOST} views`);
    }
    const view = await storeListView(db, { list, name, ownerId, address });
    await record(context, caller, view, 'save_list_view');
    return present(view);
  },
);

export const removeListView = handler(rows.removeListView, async (context, caller, { id }) => {
  const view = await findListView(context.db, id, caller.userId);
  if (view === null) throw new Rejection('NOT_FOUND');
  assertSees(caller, view.list);
  await deleteListView(context.db, id);
  await record(context, caller, view, 'remove_list_view');
  return {};
});

/**
 * Records an act on a view for all staff. An operator's own views change nothing for others, so
 * acts on them are not recorded.
 */
async function record(
  context: Context<Transaction>,
  caller: Caller,
  { id, list, name, owner_id: ownerId, address }: ListViewRow,
  action: 'save_list_view' | 'remove_list_view',
): Promise<void> {
  if (ownerId !== null) return;
  // The address may hold what was searched for, such as somebody's name.
  const view = { list, name, fields: Object.keys(address) };
  await recordAuditEntry(context, caller, {
    action,
    subject: { kind: 'list_view', id },
    ...(action === 'save_list_view' ? { after: view } : { before: view }),
  });
}

function present({ id, name, owner_id: ownerId, address }: ListViewRow) {
  return { id, name, isForAll: ownerId === null, address };
}

/** Deletes the own views of a deleted account, as a part of the port `erasures`. */
export async function forgetViews({ db }: Context<Transaction>, userId: string): Promise<void> {
  await deleteViewsOf(db, userId);
}
