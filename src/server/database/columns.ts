// Column types that every table uses.
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';
import { toCents, type Cents } from '#domain/money.ts';

/** Whole cents of CAD in a `bigint`. The only way money goes in and out of a table. */
export const cents = customType<{ data: Cents; driverData: number | string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => toCents(Number(value)),
  toDriver: (value) => value,
});

/** A counter that may pass 2^31. */
export const counter = (name: string) => bigint(name, { mode: 'number' });

/** An instant. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Bytes as they are. */
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
