// Decides whether a production shop may charge cards (docs/product.md §22). The opening has several requirements,
// called lines. A line stands while its requirement is met. The shop opens as soon as all lines stand, and stays open.
// If a line falls later, sales go on, and the admins get a mail every day.
import { createHash } from 'node:crypto';
import { dayOf } from '#domain/day.ts';
import { DEFAULT_CONTACT } from '#domain/default-shop.ts';
import { DEFAULT_TEXTS } from '#domain/default-texts.ts';
import { judgeOpening } from '#domain/judge-opening.ts';
import type { JudgedLine } from '#domain/leave-to-open.ts';
import { listAdmins } from '../accounts/users-queries.ts';
import { inTransaction, type Database } from '#engine/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { sendMail } from '../mail/send-mail.ts';
import { openingLinesMail } from '../mail/templates/opening-lines.ts';
import type { Context } from '../runtime/context.ts';
import { findProofs, insertOpeningStep, listOpeningSignatures } from './shop-opening-queries.ts';
import { findNewestText } from './shop-texts-queries.ts';

/** Records that the shop may charge cards only after its opening. A server calls this when it starts in production. */
export async function askForOpening(db: Database): Promise<void> {
  await insertOpeningStep(db, 'asked', null);
}

/**
 * Returns the statement about sources that the page About shows, its version, and its hash. An operator signs the hash.
 */
export async function currentSources(
  db: Database,
): Promise<{ body: string; version: number; sha256: string }> {
  const saved = await findNewestText(db, 'about-sources');
  const body = saved?.body ?? DEFAULT_TEXTS['about-sources'];
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { body, version: saved?.version ?? 0, sha256 };
}

/** Returns every line, with what the line lacks. */
export async function judgeShop(context: Context): Promise<JudgedLine[]> {
  const { db, config, settings, mailer, cardProvider, now } = context;
  const [proofs, signatures, sources] = await Promise.all([
    findProofs(db),
    listOpeningSignatures(db),
    currentSources(db),
  ]);
  return judgeOpening({
    now: now(),
    settings: settings.now(),
    hasOwnContact: settings.now().contactEmail !== DEFAULT_CONTACT,
    places: settings.salesPlaces(),
    areTaxesSaved: settings.taxVersion().version > 0,
    legal: settings.legal(),
    publicUrl: config.publicUrl,
    hasMailServer: mailer !== null,
    takesCards: cardProvider !== null,
    signatures,
    sourcesSha256: sources.sha256,
    ...proofs,
  });
}

/**
 * Opens the shop if all lines stand. Returns the lines that don't stand. `byId`: the operator whose action made the
 * last line stand, or null if no operator's did.
 */
export async function openIfAllStand(
  context: Context,
  byId: string | null = null,
): Promise<JudgedLine[]> {
  const fallen = (await judgeShop(context)).filter(({ problem }) => problem !== null);
  if (fallen.length === 0 && context.settings.opening() === 'closed') {
    await insertOpeningStep(context.db, 'open', byId);
  }
  return fallen;
}

type Run = { done: number; failed: number };

/**
 * A job that runs every minute. It opens a shop whose last line was met without an operator's action on the page, for
 * example by a backup.
 */
export async function openShopIfDue(context: Context): Promise<Run> {
  if (context.settings.opening() !== 'closed') return { done: 0, failed: 0 };
  await context.settings.renew();
  return { done: (await openIfAllStand(context)).length === 0 ? 1 : 0, failed: 0 };
}

/** A job that runs daily. It mails the admins of an open shop which lines no longer stand. */
export async function tellFallenLines(context: Context): Promise<Run> {
  const { db, log, settings } = context;
  if (settings.opening() !== 'open' || !context.config.production) return { done: 0, failed: 0 };
  const fallen = (await judgeShop(context)).filter(({ problem }) => problem !== null);
  if (fallen.length === 0) return { done: 0, failed: 0 };
  log.warn(
    { event: 'opening_lines_fell', lines: fallen.map(({ line }) => line) },
    'Shop no longer meets some requirements of its opening: sales go on, the admins get a mail',
  );
  const mail = openingLinesMail({ fallen, head: letterheadOf(context) });
  const day = dayOf(context.now());
  await inTransaction(db, async (tx) => {
    for (const admin of await listAdmins(tx)) {
      await sendMail({ ...context, db: tx }, admin, mail, `opening lines ${day} ${admin.userId}`);
    }
  });
  return { done: fallen.length, failed: 0 };
}
