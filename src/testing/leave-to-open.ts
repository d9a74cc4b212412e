// Opens a production shop for card payments as its operators would, by fulfilling one line after the other
// (docs/product.md §22).
import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { LEGAL_KEYS } from '#domain/consent.ts';
import type { OpeningLine } from '#domain/leave-to-open.ts';
import type { ShownOpening } from '#contract/storefront-opening.ts';
import { insertBackupNote } from '../server/database/backups-queries.ts';
import { askForOpening } from '../server/storefront/check-opening.ts';
import { storeFirstPlaces } from '../server/storefront/first-places.ts';
import type { SignedIn, TestApp } from './app.ts';
import { postAll } from './payments.ts';

/**
 * Settings of a production shop on the day of its first start. At that time it has a card provider, a mail server, an
 * admin and another operator.
 */
export const PRODUCTION = {
  NODE_ENV: 'production',
  REQUIRE_VERIFIED_EMAIL: 'off',
  RATE_LIMITS: 'on',
  PUBLIC_URL: 'http://localhost:3000',
};

/**
 * Does what the first start of a server does. Returns an admin who has a second factor. The shop also has a moderator,
 * who has no second factor yet.
 */
export async function startProduction(shop: TestApp): Promise<SignedIn> {
  shop.context.mailer ??= { send: async () => {}, close: () => {} };
  await storeFirstPlaces(shop.context.db, true);
  await askForOpening(shop.context.db);
  await shop.context.settings.renew();
  const admin = await shop.signUp({ role: 'admin' });
  await giveSecondFactor(shop, admin);
  await shop.signUp({ role: 'moderator' });
  return admin;
}

async function giveSecondFactor(shop: TestApp, { userId }: SignedIn): Promise<void> {
  await shop.owner.query(
    `insert into two_factors (user_id, sealed_secret, created_at, confirmed_at) values ($1, 'x', now(), now())`,
    [userId],
  );
}

/** Fulfils the conditions of these lines. */
export async function makeStand(
  shop: TestApp,
  admin: SignedIn,
  lines: readonly OpeningLine[],
): Promise<void> {
  for (const line of lines) {
    await STEPS[line](shop, admin);
    await shop.context.settings.poll();
  }
}

export async function shownOpening(shop: TestApp, admin: SignedIn): Promise<ShownOpening> {
  return (await shop.call<ShownOpening>('GET', '/admin/opening', { as: admin })).body.data;
}

/** Signs a line with a document. Returns the shop's answer. */
export function signLine(shop: TestApp, admin: SignedIn, body: object) {
  return shop.call<ShownOpening>('POST', '/admin/opening/signatures', {
    as: admin,
    key: randomUUID(),
    body: { document: 'Signed.pdf', sha256: sha256Of('Signed'), places: [], ...body },
  });
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Saves the next version of some settings. */
export async function changeSettings(
  shop: TestApp,
  admin: SignedIn,
  path: string,
  to: object,
): Promise<void> {
  type Version = { version: number; settings: object };
  const { body } = await shop.call<Version>('GET', path, { as: admin });
  const { version, settings } = body.data;
  const next = { ...settings, ...to };
  const response = await shop.call('PUT', path, {
    as: admin,
    key: randomUUID(),
    body: path === '/admin/settings' ? { version, ...next } : { version, settings: next },
  });
  expect([response.status, response.body.error]).toEqual([200, undefined]);
}

async function signed(shop: TestApp, admin: SignedIn, body: object): Promise<void> {
  const response = await signLine(shop, admin, body);
  expect([response.status, response.body.error]).toEqual([200, undefined]);
}

export const CANADA = {
  region: 'CA',
  isOpen: true,
  leastAge: null,
  withdrawalDays: 0,
  languages: ['en'],
};

export const SELLER = {
  legalName: 'Harbour Cards Inc.',
  address: '1 Pier Road\nHalifax',
  phone: '+1 902 555 0100',
  privacyOfficer: 'Ada Quill, privacy@cards.example',
  taxNumbers: [],
};

const STEPS: Record<OpeningLine, (shop: TestApp, admin: SignedIn) => Promise<void>> = {
  places: (shop, admin) =>
    changeSettings(shop, admin, '/admin/places', { sellsElsewhere: false, places: [CANADA] }),
  ages: async (shop, admin) => {
    const { ageCheck } = shop.context.settings.now();
    await changeSettings(shop, admin, '/admin/settings', {
      ageCheck: { ...ageCheck, isAsked: true },
    });
  },
  taxes: (shop, admin) => changeSettings(shop, admin, '/admin/taxes', {}),
  texts: async (shop, admin) => {
    for (const key of LEGAL_KEYS) {
      const response = await shop.call('PUT', `/admin/texts/${key}`, {
        as: admin,
        key: randomUUID(),
        body: { version: 0, body: 'Be fair.', shownFrom: null, shownUntil: null },
      });
      expect(response.status).toBe(200);
    }
  },
  seller: (shop, admin) =>
    changeSettings(shop, admin, '/admin/settings', {
      contactEmail: 'hello@cards.example',
      seller: SELLER,
    }),
  mail: async (shop, admin) => {
    const code = await mailedCode(shop, admin);
    const response = await shop.call('POST', '/admin/opening/mail/confirm', {
      as: admin,
      body: { code },
    });
    expect([response.status, response.body.error]).toEqual([200, undefined]);
  },
  backup: async ({ url, context }) => {
    await insertBackupNote(url, { takenAt: context.now(), notedBy: 'note-backup' });
  },
  // The public address is set directly. In reality the operator sets it before the next start.
  tls: async ({ context }) => {
    context.config.publicUrl = 'https://shop.example';
  },
  second_factors: async (shop) => {
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from users where role = 'moderator'`,
    );
    for (const { id } of rows) await giveSecondFactor(shop, { userId: id } as SignedIn);
  },
  webhook: async (shop, admin) => {
    const asked = await shop.call('POST', '/admin/opening/webhook', { as: admin, body: {} });
    expect([asked.status, asked.body.error]).toEqual([200, undefined]);
    await postAll(shop);
  },
  opinion: (shop, admin) => signed(shop, admin, { line: 'opinion', places: ['CA'] }),
  approval: (shop, admin) => signed(shop, admin, { line: 'approval' }),
  sources: async (shop, admin) => {
    const { sources } = await shownOpening(shop, admin);
    await signed(shop, admin, { line: 'sources', sha256: sources.sha256 });
  },
};

/** Asks for a code, and reads the code in the mail that waits to be sent. */
export async function mailedCode(shop: TestApp, { userId, ...admin }: SignedIn): Promise<string> {
  const asked = await shop.call('POST', '/admin/opening/mail', {
    as: { userId, ...admin },
    body: {},
  });
  expect([asked.status, asked.body.error]).toEqual([200, undefined]);
  const { rows } = await shop.owner.query<{ text: string }>(
    `select text from mails where kind = 'prove_mail' and user_id = $1 order by created_at desc limit 1`,
    [userId],
  );
  return /\b\d{6}\b/.exec(rows[0]!.text)![0];
}
