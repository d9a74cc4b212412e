// Before the first purchase, a buyer must accept the shop's texts and confirm their age. After a
// text changes, the shop asks again (docs/product.md §16). If the shop asks buyers for nothing,
// this file runs no query.
import { ageToConfirm, regionNameOf, type Residence } from '#domain/age.ts';
import type { SaleBar } from '#domain/break.ts';
import { checkAge, checkConsents, consentsToGive, type Consent } from '#domain/consent.ts';
import { salesPlaceOf } from '#domain/sales-places.ts';
import { regionOf, type Region } from '#domain/region.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { saleBarOf } from '../limits/breaks-queries.ts';
import { dependsOnHome } from './lives-in.ts';
import { mailboxIn, type Mailbox } from './notify.ts';
import {
  findConsentState,
  insertAgeConfirmation,
  insertConsents,
  type Said,
} from './consents-queries.ts';
import { findAskedBuyer, findBuyer } from './users-queries.ts';

/**
 * The texts that a buyer must accept and the age that they must confirm, before a purchase. If
 * there is nothing to ask, `texts` is empty and `age` is null.
 */
type Asks = { texts: Consent[]; age: number | null };

/** The consents and the age that a purchase request contains. */
type Given = { consents?: Consent[] | undefined; confirmedAge?: number | undefined };

/**
 * The buyer of a purchase. `asks` has the consents that the buyer still has to give, and `bar` the
 * reason why nothing may be sold to the buyer. `packsLeft` is the number of packs that the buyer
 * may still buy under a limit that they set themselves.
 */
export type Buyer = {
  mailbox: Mailbox | null;
  asks: Asks;
  livesIn: Residence;
  bar: SaleBar | null;
  packsLeft: number | null;
};

const NOWHERE: Residence = { country: null, state: null };
const NOTHING: Asks = { texts: [], age: null };

function asksBuyers({ settings }: Pick<Context, 'settings'>): boolean {
  return settings.legal().length > 0 || settings.now().ageCheck.isAsked;
}

/**
 * Where a buyer lives: the place in their profile, or else the region by which the purchase is
 * taxed. This region counts only if taxes or closed places depend on it.
 */
function residenceOf(
  context: Pick<Context, 'settings'>,
  { country, state }: Said,
  region: Region | null | undefined,
): Residence {
  if (country !== null || !region || !dependsOnHome(context)) return { country, state };
  const [ofRegion = null, part = null] = region.split('-');
  return { country: ofRegion, state: part };
}

function asksOf({ settings }: Pick<Context, 'settings'>, said: Said, livesIn: Residence): Asks {
  const { ageCheck } = settings.now();
  const region = regionOf(livesIn);
  const ofPlace = region === null ? null : salesPlaceOf(settings.salesPlaces(), region)?.leastAge;
  const age = ageCheck.isAsked ? (ofPlace ?? ageToConfirm(ageCheck, livesIn)) : null;
  return {
    texts: consentsToGive('purchase', settings.legal(), said.consents),
    age: age !== null && (said.age === null || said.age < age) ? age : null,
  };
}

/** Returns what the shop would ask a user who buys now. `region` is where the user says that they live. */
export async function consentPromptsFor(
  context: Context,
  userId: string,
  region: Region | null | undefined,
): Promise<Pick<Buyer, 'asks' | 'livesIn'>> {
  const said = asksBuyers(context) ? await findConsentState(context.db, userId) : null;
  if (said === null) return { asks: NOTHING, livesIn: NOWHERE };
  const livesIn = residenceOf(context, said, region);
  return { asks: asksOf(context, said, livesIn), livesIn };
}

/** Reads the buyer of a purchase in a single statement. */
export async function buyerOf(
  context: Context<Transaction>,
  userId: string,
  region: Region | null | undefined,
): Promise<Buyer> {
  const { db } = context;
  if (!asksBuyers(context)) {
    const found = await findBuyer(db, userId);
    return { ...buyerIn(userId, found), asks: NOTHING, livesIn: NOWHERE };
  }
  const found = await findAskedBuyer(db, userId);
  const livesIn = found === null ? NOWHERE : residenceOf(context, found, region);
  return {
    ...buyerIn(userId, found),
    asks: found === null ? NOTHING : asksOf(context, found, livesIn),
    livesIn,
  };
}

function buyerIn(userId: string, found: Awaited<ReturnType<typeof findBuyer>>) {
  return {
    mailbox: mailboxIn(userId, found),
    bar: saleBarOf(found?.bar ?? null),
    packsLeft: found?.packs_left ?? null,
  };
}

/**
 * Stores the consents and the age that a buyer gives. If the shop asks for nothing, runs no
 * statement. Rejects with CONSENT_REQUIRED or AGE_CONFIRMATION_REQUIRED.
 */
export async function checkAndStoreConsents(
  { db }: Context<Transaction>,
  userId: string,
  { asks: { texts, age }, livesIn }: Pick<Buyer, 'asks' | 'livesIn'>,
  { consents = [], confirmedAge }: Given,
): Promise<void> {
  checkConsents(texts, consents);
  checkAge(age, confirmedAge ?? null);
  await Promise.all([
    texts.length > 0 && insertConsents(db, userId, 'purchase', texts),
    age !== null && insertAgeConfirmation(db, userId, age, regionNameOf(livesIn)),
  ]);
}
