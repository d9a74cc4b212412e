// Discount codes: made, limited and ended by admins. What a code is worth never changes (choice 112).
import type {
  changeDiscountCode as changeRow,
  createDiscountCode as createRow,
  DiscountCode,
  listDiscountCodes as listRow,
} from '#contract/books.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { paginationOf } from '#contract/paging.ts';
import type { Caller } from '#domain/access.ts';
import { decimalOf, toCents } from '#domain/money.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { noteDeed } from '../audit-log/note-deed.ts';
import type { Context } from '../runtime/context.ts';
import {
  findDiscountCode,
  listDiscountCodeRows,
  lockDiscountCode,
  updateDiscountCode,
  type DiscountCodeRow,
} from './admin-queries.ts';
import { insertDiscountCode } from './queries.ts';

export async function listDiscountCodes(
  { db }: Context,
  _caller: Caller,
  { page, limit, search }: Input<typeof listRow>,
): Promise<Reply<typeof listRow>> {
  const { rows, total } = await listDiscountCodeRows(db, search || null, limit, (page - 1) * limit);
  return { codes: rows.map(discountCodeOf), pagination: paginationOf(total, page, limit) };
}

export async function createDiscountCode(
  context: Context,
  caller: Caller,
  { code, percent, amountOff, usesMax, expiresAt }: Input<typeof createRow>,
): Promise<Reply<typeof createRow>> {
  const { db } = context;
  const isMade = await insertDiscountCode(db, {
    code,
    ...(percent === undefined || percent === null ? {} : { percent }),
    ...(amountOff === undefined || amountOff === null ? {} : { amountOff }),
    usesMax,
    expiresAt,
  });
  if (!isMade) throw new Rejection('DISCOUNT_CODE_EXISTS');
  const made = await findDiscountCode(db, code);
  assert(made !== null, 'what was made is there');
  await noteDeed(context, caller, {
    action: 'create_discount_code',
    subject: { kind: 'discount_code', id: code },
    after: { ...worthOf(made), ...limitsOf(made) },
  });
  return discountCodeOf(made);
}

/** What is left out stays as it is. */
export async function changeDiscountCode(
  context: Context,
  caller: Caller,
  { code, usesMax, expiresAt, endNow = false }: Input<typeof changeRow>,
): Promise<Reply<typeof changeRow>> {
  const before = await lockDiscountCode(context.db, code);
  if (before === null) throw new Rejection('NOT_FOUND');
  const most = usesMax === undefined ? before.uses_max : usesMax;
  if (most !== null && most < before.uses) {
    throw new Rejection(
      'INVALID_TRANSITION',
      `This code was used ${before.uses} times already. It can be ended instead.`,
    );
  }
  const after = await updateDiscountCode(context.db, code, {
    usesMax: most,
    expiresAt: expiresAt === undefined ? before.expires_at : expiresAt,
    endNow,
  });
  await noteDeed(context, caller, {
    action: 'change_discount_code',
    subject: { kind: 'discount_code', id: code },
    before: limitsOf(before),
    after: limitsOf(after),
  });
  return discountCodeOf(after);
}

function worthOf({ percent, amount_off }: DiscountCodeRow): Record<string, unknown> {
  return percent === null ? { amountOff: decimalOf(amount_off!) } : { percent };
}

function limitsOf({ uses_max, expires_at }: DiscountCodeRow): Record<string, unknown> {
  return { usesMax: uses_max, expiresAt: expires_at?.toISOString() ?? null };
}

function discountCodeOf(row: DiscountCodeRow): DiscountCode {
  return {
    code: row.code,
    percent: row.percent,
    amountOff: row.amount_off === null ? null : toCents(row.amount_off),
    usesMax: row.uses_max,
    uses: row.uses,
    expiresAt: row.expires_at,
    isUsable: row.is_usable,
    createdAt: row.created_at,
  };
}
