// What comes on top of the packs of an order: the taxes of its buyer's region, and the fee of a card.
import type { Charges } from '#domain/pricing.ts';
import type { Region } from '#domain/region.ts';
import { needsRegionOfBuyer, taxesOfPacks, type SaleTaxes } from '#domain/tax.ts';
import { findRegion } from '../accounts/users-queries.ts';
import type { Context } from '../runtime/context.ts';

/** The taxes of what somebody buys. `said`: where they say they are; the address in their profile counts before it. */
export async function taxesOfBuyer(
  { db, settings, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  userId: string,
  said: Region | null | undefined,
): Promise<SaleTaxes> {
  const taxes = settings.taxes();
  const ofProfile = needsRegionOfBuyer(taxes) ? await findRegion(db, userId) : null;
  return taxesOfPacks(taxes, ofProfile ?? said ?? null, now());
}

export function chargesOf(
  { config }: Pick<Context, 'config'>,
  { rates }: Pick<SaleTaxes, 'rates'>,
): Charges {
  return { taxes: rates, cardFee: config.cardFee };
}
