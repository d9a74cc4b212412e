// The operators who get alerts and mails. Their rights are read before each alert or mail, so
// operators without the right, or without a second factor, get none.
import { isAdmitted, rightsOf, type Right } from '#domain/access.ts';
import type { Context } from '../runtime/context.ts';
import { awaitsTwoFactor } from './two-factor-token.ts';
import { listOperatorRows, type OperatorRow } from './users-queries.ts';

export type Operator = Pick<OperatorRow, 'userId' | 'email' | 'alertsOff'> & {
  rights: readonly Right[];
};

/** The operators who can sign in, and whose role has an effect now. */
export async function listOperators(context: Context): Promise<Operator[]> {
  const rows = await listOperatorRows(context.db);
  return rows
    .filter((row) => !awaitsTwoFactor(context, row))
    .map((row) => ({ ...row, rights: rightsOf(row) }));
}

/**
 * Whether an operator gets the alerts of a condition: they have `right`, which the condition
 * requires, and did not switch its alerts off.
 */
export function hearsOf({ rights, alertsOff }: Operator, condition: string, right: Right): boolean {
  return isAdmitted(rights, right) && !alertsOff.includes(condition);
}
