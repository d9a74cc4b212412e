// Shows what a production shop needs before it charges cards (its "lines"), and takes operators' proofs and signatures
// for some of these lines.
import * as rows from '#contract/storefront-opening.ts';
import type { ShownOpening } from '#contract/storefront-opening.ts';
import { openPlaces } from '#domain/leave-to-open.ts';
import type { SalesPlaces } from '#domain/sales-places.ts';
import { Rejection } from '#domain/rejection.ts';
import { checkCode, mailProofCode, useCode } from '../../accounts/codes.ts';
import { userOf } from '../../accounts/prove-identity.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { needCardProvider } from '../../card-payments/begin-payment.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import { CardRefusal } from '../../runtime/card-provider.ts';
import type { Context } from '../../runtime/context.ts';
import { currentSources, judgeShop, openIfAllStand } from '../check-opening.ts';
import {
  findOpenedAt,
  findOpeningState,
  insertMailProof,
  insertSignature,
  listOpeningSignatures,
} from '../shop-opening-queries.ts';

const SIGNATURES_SHOWN = 50;

async function openingOf(context: Context): Promise<ShownOpening> {
  const { db, settings } = context;
  const [state, openedAt, lines, signatures, { body, sha256 }] = await Promise.all([
    findOpeningState(db),
    findOpenedAt(db),
    judgeShop(context),
    listOpeningSignatures(db),
    currentSources(db),
  ]);
  return {
    state,
    openedAt,
    lines,
    signatures: signatures.slice(0, SIGNATURES_SHOWN),
    openPlaces: openPlaces(settings.salesPlaces()),
    sources: { body, sha256 },
  };
}

export const showShopOpening = handler(rows.showShopOpening, async (context) => openingOf(context));

export const signOpeningLine = handler(
  rows.signOpeningLine,
  async (context, caller, { line, document, sha256, places }) => {
    const { db, settings } = context;
    if (line === 'sources' && (await currentSources(db)).sha256 !== sha256) {
      throw new Rejection('CHANGED_MEANWHILE');
    }
    const covered = line === 'opinion' ? [...new Set(places)] : [];
    if (line === 'opinion') checkCovered(settings.salesPlaces(), covered);
    const signature = { line, places: covered, document, sha256 };
    await insertSignature(db, signature, caller.userId);
    await openIfAllStand(context, caller.userId);
    const shown = await openingOf(context);
    await recordAuditEntry(context, caller, {
      action: 'sign_opening',
      subject: { kind: 'opening', id: line },
      after: { document, sha256, places: covered },
    });
    return shown;
  },
);

function checkCovered(settings: SalesPlaces, covered: string[]): void {
  const open = openPlaces(settings);
  if (covered.length > 0 && covered.every((region) => open.includes(region))) return;
  throw Rejection.ofField('places', 'Choose places of sale that are open');
}

export const mailOpeningCode = handler(rows.mailOpeningCode, async (context, caller) => {
  if (context.mailer === null) {
    throw new Rejection('INVALID_TRANSITION', 'This shop has no mail server.');
  }
  const user = await userOf(context, caller);
  await inTransaction(context.db, (db) => mailProofCode({ ...context, db }, user));
  return null;
});

export const confirmOpeningCode = handler(
  rows.confirmOpeningCode,
  async (context, caller, { code }) => {
    const user = await userOf(context, caller);
    const checked = await checkCode(context, user, 'prove_mail', code);
    return inTransaction(context.db, async (db) => {
      const inside = { ...context, db };
      await useCode(inside, checked);
      await insertMailProof(db, caller.userId);
      await openIfAllStand(inside, caller.userId);
      const shown = await openingOf(inside);
      await recordAuditEntry(inside, caller, {
        action: 'prove_mail',
        subject: { kind: 'opening', id: 'mail' },
        after: { email: user.email },
      });
      return shown;
    });
  },
);

export const testWebhook = handler(rows.testWebhook, async (context) => {
  needCardProvider(context);
  try {
    await context.cardProvider!.causeEvents();
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
    throw new Rejection('VALIDATION_ERROR', {
      sentence: `The card provider refuses: ${error.message}`,
      cause: error,
    });
  }
  return null;
});
