import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { asPageError } from './errors.ts';

/** An error of Postgres, as the driver throws it. */
function said(severity: string, code: string): Error {
  return Object.assign(new pg.DatabaseError('could not write init file', 0, 'error'), {
    severity,
    code,
  });
}

describe('an error of Postgres', () => {
  test('that ends the session tells the shopper to come back, whatever its code', () => {
    expect(asPageError(said('FATAL', 'XX000'))).toMatchObject({ code: 'UNAVAILABLE' });
    expect(asPageError(said('PANIC', 'XX000'))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('that is a fault of a statement stays one', () => {
    const fault = said('ERROR', 'XX000');
    expect(asPageError(fault)).toBe(fault);
  });
});
