// Admins create, limit and end discount codes. The value of a code never changes (choice 112).
import * as rows from '#contract/checkout-admin.ts';
import type { DiscountCode } from '#contract/checkout-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import { decimalOf } from '#domain/decimals.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { handler } from '../../http/handler.ts';
import {
  findDiscountCode,
  listDiscountCodeRows,
  lockDiscountCode,
  updateDiscountCode,
  type DiscountCodeRow,
} from './discount-codes-queries.ts';
import { insertDiscountCode } from '../discount-codes-queries.ts';

export const listDiscountCodes = handler(
  rows.listDiscountCodes,
  async ({ db }, _caller, { page, limit, search }) => {
    const { rows, total } = await listDiscountCodeRows(
      db,
      search || null,
      limit,
      (page - 1) * limit,
    );
    return { codes: rows.map(discountCodeOf), pagination: paginationOf(total, page, limit) };
  },
);

export const createDiscountCode = handler(
  rows.createDiscountCode,
  async (context, caller, { code, percent, amountOff, ...terms }) => {
    const { db } = context;
    const isMade = await insertDiscountCode(db, {
      code,
      ...(percent === undefined || percent === null ? {} : { percent }),
      ...(amountOff === undefined || amountOff === null ? {} : { amountOff }),
      ...terms,
    });
    if (!isMade) throw new Rejection('DISCOUNT_CODE_EXISTS');
    const made = await findDiscountCode(db, code);
    assert(made !== null, 'what was made is there');
    await recordAuditEntry(context, caller, {
      action: 'create_discount_code',
      subject: { kind: 'discount_code', id: code },
      after: { ...worthOf(made), ...termsOf(made), ...limitsOf(made) },
    });
    return discountCodeOf(made);
  },
);

/** Changes a discount code. Fields that the request omits stay unchanged. */
export const changeDiscountCode = handler(
  rows.changeDiscountCode,
  async (context, caller, { code, usesMax, expiresAt, endNow = false }) => {
    const before = await lockDiscountCode(context.db, code);
    if (before === null) throw new Rejection('NOT_FOUND');
    const most = usesMax === undefined ? before.uses_max : usesMax;
    if (most !== null && most < before.uses) {
      throw new Rejection(
        'INVALID_TRANSITION',
        `This code has already been used ${before.uses} times. You can end it instead.`,
      );
    }
    const after = await updateDiscountCode(context.db, code, {
      usesMax: most,
      expiresAt: expiresAt === undefined ? before.expires_at : expiresAt,
      endNow,
    });
    await recordAuditEntry(context, caller, {
      action: 'change_discount_code',
      subject: { kind: 'discount_code', id: code },
      before: limitsOf(before),
      after: limitsOf(after),
    });
    return discountCodeOf(after);
  },
);

function worthOf({ percent, amount_off }: DiscountCodeRow): Record<string, unknown> {
  return percent === null ? { amountOff: decimalOf(amount_off!) } : { percent };
}

/** The terms of a code. If the code lacks a term, that term is left out. */
function termsOf(row: DiscountCodeRow): Record<string, unknown> {
  return {
    ...(row.uses_per_person === null ? {} : { usesPerPerson: row.uses_per_person }),
    ...(row.least_order === null ? {} : { leastOrder: decimalOf(row.least_order) }),
    ...(row.is_free ? { isFree: true } : {}),
  };
}

function limitsOf({ uses_max, expires_at }: DiscountCodeRow): Record<string, unknown> {
  return { usesMax: uses_max, expiresAt: expires_at?.toISOString() ?? null };
}

function discountCodeOf(row: DiscountCodeRow): DiscountCode {
  return {
    code: row.code,
    percent: row.percent,
    amountOff: row.amount_off,
    usesMax: row.uses_max,
    uses: row.uses,
    usesPerPerson: row.uses_per_person,
    leastOrder: row.least_order,
    isFree: row.is_free,
    expiresAt: row.expires_at,
    isUsable: row.is_usable,
    createdAt: row.created_at,
  };
}
