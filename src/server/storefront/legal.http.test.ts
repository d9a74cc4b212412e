// Tests terms and other legal texts. Operators publish them, users can read every version, accept a text once, and
// accept it again when it changes.
import { beforeAll, describe, expect, test } from 'vitest';
import type { checkEligibility } from '#contract/checkout.ts';
import type { ShopConfig } from '#contract/storefront.ts';
import type { ShownTaxes } from '#contract/storefront-taxes.ts';
import type { AdminText, ShownLegalText } from '#contract/storefront-texts.ts';
import type * as z from 'zod/mini';
import { LEGAL_KEYS, TEMPLATE_MARK, type LegalKey } from '#domain/consent.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { beginPayment } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { mailAttachments } from '../wallet/mail-attachments.ts';

type Written = Parameters<typeof mailAttachments>[1]['facts'];
type Eligibility = z.input<typeof checkEligibility.reply>;

const shop = useTestApp({}, { cards: true });
/** A shop that has no published texts, and so requires no consent. */
const plain = useTestApp();

async function publish(key: LegalKey, body: string) {
  const as = await shop.signUp({ role: 'moderator' });
  const { version } = (await shop.call<AdminText>('GET', `/admin/texts/${key}`, { as })).body.data;
  return shop.call<AdminText>('PUT', `/admin/texts/${key}`, {
    as,
    key: crypto.randomUUID(),
    body: { version, body, shownFrom: null, shownUntil: null },
  });
}

async function claimTaxQuote(rule: 'flat' | 'places') {
  const as = await shop.signUp({ role: 'admin' });
  const { body } = await shop.call<ShownTaxes>('GET', '/admin/taxes', { as });
  const { version, settings } = body.data;
  const saved = await shop.call('PUT', '/admin/taxes', {
    as,
    key: crypto.randomUUID(),
    body: { version, settings: { ...settings, rule } },
  });
  expect(saved.status).toBe(200);
  await shop.context.settings.poll();
}

async function askAge(isAsked: boolean) {
  const as = await shop.signUp({ role: 'admin' });
  const { version, settings } = (
    await shop.call<{ version: number; settings: { ageCheck: object } }>('GET', '/admin/settings', {
      as,
    })
  ).body.data;
  const { status } = await shop.call('PUT', '/admin/settings', {
    as,
    key: crypto.randomUUID(),
    body: { ...settings, version, ageCheck: { ...settings.ageCheck, isAsked } },
  });
  expect(status).toBe(200);
}

const read = (path: string) => shop.call<ShownLegalText>('GET', path);

describe('a legal text', () => {
  test('is not visible until an operator publishes it, and only operators can read its template', async () => {
    const config = (await plain.call<ShopConfig>('GET', '/config')).body.data;
    expect(config.legalTexts).toEqual([]);
    for (const key of LEGAL_KEYS) {
      expect((await plain.call('GET', `/legal/${key}`)).status).toBe(404);
      expect((await plain.call('GET', `/texts/${key}`)).status).toBe(400);
    }
    const as = await plain.signUp({ role: 'moderator' });
    const { body } = await plain.call<AdminText>('GET', '/admin/texts/terms', { as });
    expect(body.data).toMatchObject({ version: 0 });
    expect(body.data.body).toContain(TEMPLATE_MARK);
    const page = await plain.app.inject('/sitemap.xml');
    expect(page.body).not.toContain('/legal/');
  });

  test('is not published while it equals the template', async () => {
    const as = await plain.signUp({ role: 'moderator' });
    const { body: template } = (await plain.call<AdminText>('GET', '/admin/texts/terms', { as }))
      .body.data;
    const { status, body } = await plain.call('PUT', '/admin/texts/terms', {
      as,
      key: crypto.randomUUID(),
      body: { version: 0, body: template, shownFrom: null, shownUntil: null },
    });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('ask a lawyer')]);
  });

  test('is not published with brackets that the operator has to fill', async () => {
    const left = await publish('refunds', 'Thirty days. [Say what you do then.]');
    expect([left.status, left.body.error.message]).toEqual([
      400,
      'Say what stands in brackets: [Say what you do then.]',
    ]);
  });

  test('can be read in the present version, and in each earlier one with its date', async () => {
    expect((await publish('refunds', 'Thirty days.')).status).toBe(200);
    expect((await publish('refunds', 'Sixty days.\n\n## How\n\nBy **mail**.')).status).toBe(200);
    const now = (await read('/legal/refunds')).body.data;
    expect(now).toMatchObject({
      title: 'Refunds and returns',
      version: 2,
      html: '<p>Sixty days.</p>',
      sections: [{ title: 'How', html: '<p>By <strong>mail</strong>.</p>' }],
    });
    expect(now.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(Date.parse(String(now.versions[1]!.madeAt))).not.toBeNaN();
    expect((await read('/legal/refunds/versions/1')).body.data.html).toBe('<p>Thirty days.</p>');
    expect((await read('/legal/refunds/versions/3')).status).toBe(404);
    expect((await shop.app.inject('/sitemap.xml')).body).toContain('/legal/refunds</loc>');
    // An empty text withdraws the published text.
    await publish('refunds', '');
    expect((await read('/legal/refunds')).status).toBe(404);
    expect((await read('/legal/refunds/versions/2')).status).toBe(200);
  });

  test('is one file for each version and language, with the words of that version', async () => {
    const file = (path: string) => shop.call<string>('GET', `/legal/refunds/versions/${path}`);
    const first = await file('1/files/en');
    expect(first.status).toBe(200);
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(first.headers['content-disposition']).toBe('attachment; filename="text.html"');
    expect(first.body.data).toContain('<h1>Refunds and returns, version 1</h1>');
    expect(first.body.data).toContain('<p>Thirty days.</p>');
    expect((await file('2/files/en')).body.data).toContain('<h2>How</h2>');
    expect((await file('9/files/en')).status).toBe(404);
    expect((await file('2/files/fr')).status).toBe(400);
  });
});

describe('in a shop with terms', () => {
  let packTypeId: string;
  beforeAll(async () => {
    packTypeId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
    await publish('terms', 'Be fair.');
    await publish('privacy', 'We know little.');
    await publish('shipping', 'By mail.');
  });

  const versionsNow = async () =>
    (await shop.call<ShopConfig>('GET', '/config')).body.data.legalTexts.map(
      ({ key, version }) => ({ text: key, version }),
    );
  const consentsOf = async ({ userId }: { userId: string }) =>
    (
      await shop.owner.query<{ said: string }>(
        `select occasion || ' ' || text_key || ' ' || version as said from consents where user_id = $1
         order by given_at`,
        [userId],
      )
    ).rows.map(({ said }) => said);
  const buy = (as: SignedIn, more: object = {}) =>
    shop.call('POST', '/payments/purchase-with-balance', {
      as,
      body: { packs: [{ packId: packTypeId, quantity: 1 }], paymentMethod: 'balance', ...more },
    });
  const asksOf = async (as: SignedIn) =>
    (
      await shop.call<Eligibility>('POST', '/payments/purchase-eligibility', {
        as,
        body: { packs: [{ packId: packTypeId, quantity: 1 }] },
      })
    ).body.data.asks;

  test('a new user accepts terms and privacy in the present versions', async () => {
    const email = `${crypto.randomUUID()}@example.test`;
    const signUp = (consents?: object) =>
      shop.call<{ user: { id: string } }>('POST', '/auth/register', {
        body: { email, password: 'correct horse', ...(consents && { consents }) },
      });
    const refused = await signUp();
    expect([refused.status, refused.body.error.code]).toEqual([403, 'CONSENT_REQUIRED']);
    expect(refused.body.error.message).toContain('Terms (version 1), Privacy (version 1)');
    const old = await signUp([{ text: 'terms', version: 1 }]);
    expect(old.body.error.code).toBe('CONSENT_REQUIRED');
    const { status, body } = await signUp(await versionsNow());
    expect(status).toBe(200);
    expect(await consentsOf({ userId: body.data.user.id })).toEqual([
      'sign_up terms 1',
      'sign_up privacy 1',
    ]);
  });

  test('a first purchase accepts what is published, and the next requires nothing', async () => {
    const as = await shop.signUp(100);
    const { texts } = await asksOf(as);
    expect(texts).toEqual([
      { text: 'terms', version: 1 },
      { text: 'privacy', version: 1 },
      { text: 'shipping', version: 1 },
    ]);
    const refused = await buy(as);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'CONSENT_REQUIRED']);
    expect(refused.body.error.details).toEqual({ texts });
    const byPack = await shop.call('POST', '/packs/purchase', { as, body: { packId: packTypeId } });
    expect(byPack.body.error.code).toBe('CONSENT_REQUIRED');
    expect(await consentsOf(as)).toEqual([]);
    expect((await buy(as, { consents: texts })).status).toBe(200);
    expect(await consentsOf(as)).toEqual([
      'purchase terms 1',
      'purchase privacy 1',
      'purchase shipping 1',
    ]);
    expect(await asksOf(as)).toEqual({ texts: [], age: null });
    expect((await buy(as)).status).toBe(200);

    // The receipt's mail has a link to each accepted text, as a file.
    const { rows } = await shop.owner.query<{ facts: Written }>(
      `select facts from mails where user_id = $1 and kind = 'receipt' limit 1`,
      [as.userId],
    );
    const mail = { kind: 'receipt', userId: as.userId, facts: rows[0]!.facts };
    const { lines } = await mailAttachments(shop.context, mail);
    expect(lines.at(-1)).toMatch(
      /^The terms that you accepted: .+\/api\/legal\/terms\/versions\/1\/files\/en$/,
    );
  });

  test('a new version requires consent once', async () => {
    const as = await shop.signUp(100);
    expect((await buy(as, { consents: (await asksOf(as)).texts })).status).toBe(200);
    await publish('shipping', 'By mail, or by boat.');
    const { texts } = await asksOf(as);
    expect(texts).toEqual([{ text: 'shipping', version: 2 }]);
    expect((await buy(as)).body.error.code).toBe('CONSENT_REQUIRED');
    expect((await buy(as, { consents: [{ text: 'shipping', version: 1 }] })).status).toBe(403);
    expect((await buy(as, { consents: texts })).status).toBe(200);
    expect((await buy(as)).status).toBe(200);
    expect((await consentsOf(as)).slice(-1)).toEqual(['purchase shipping 2']);
  });

  test('a card payment begins with the consent, and no packs are reserved without it', async () => {
    const as = await shop.signUp();
    const refused = await beginPayment(shop, as, packTypeId);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'CONSENT_REQUIRED']);
    const begun = await shop.call('POST', '/payments/create-payment-intent', {
      as,
      body: {
        packs: [{ packId: packTypeId, quantity: 1 }],
        consents: (await asksOf(as)).texts,
      },
    });
    expect(begun.status).toBe(200);
    expect(await consentsOf(as)).toHaveLength(3);
  });

  test('a consent is never changed, and its user can export it', async () => {
    const as = await shop.signUp(100);
    await buy(as, { consents: (await asksOf(as)).texts });
    for (const change of ['update consents set version = 1', 'delete from consents'])
      await expect(shop.owner.query(`${change} where user_id = $1`, [as.userId])).rejects.toThrow(
        'may not be changed',
      );
    const { body } = await shop.call<{ consents: object[] }>('GET', '/users/export', { as });
    expect(body.data.consents).toContainEqual({
      text: 'terms',
      version: 1,
      occasion: 'purchase',
      givenAt: expect.any(String),
    });
  });

  describe('that require a minimum age', () => {
    beforeAll(() => askAge(true));

    const livingIn = async (country: string | null, state: string | null) => {
      const as = await shop.signUp(100);
      await shop.owner.query('update users set country = $2, state = $3 where id = $1', [
        as.userId,
        country,
        state,
      ]);
      return { as, asks: await asksOf(as) };
    };

    test('the age depends on the buyer’s region, and the highest applies if that is unknown', async () => {
      expect((await livingIn('CA', 'Ontario')).asks.age).toBe(18);
      expect((await livingIn('CA', 'NS')).asks.age).toBe(19);
      expect((await livingIn('US', 'Maine')).asks.age).toBe(18);
      expect((await livingIn(null, null)).asks.age).toBe(19);
    });

    test('the age depends on the region of the tax, if no address is known', async () => {
      const { as } = await livingIn(null, null);
      const asking = async (region: string) =>
        (
          await shop.call<Eligibility>('POST', '/payments/purchase-eligibility', {
            as,
            body: { packs: [{ packId: packTypeId, quantity: 1 }], region },
          })
        ).body.data.asks;
      // If one tax rate applies to all buyers, the region in the request doesn't count.
      expect((await asking('CA-ON')).age).toBe(19);
      await claimTaxQuote('places');
      expect((await asking('CA-ON')).age).toBe(18);
      expect((await asking('CA-BC')).age).toBe(19);
      expect((await asking('US')).age).toBe(18);
      const { as: resident } = await livingIn('CA', 'NS');
      const moved = await shop.call<Eligibility>('POST', '/payments/purchase-eligibility', {
        as: resident,
        body: { packs: [{ packId: packTypeId, quantity: 1 }], region: 'CA-ON' },
      });
      expect(moved.body.data.asks.age).toBe(19);
      const { texts: consents } = await asking('CA-ON');
      const more = { consents, region: 'CA-BC', confirmedAge: 18 };
      expect((await buy(as, more)).body.error.code).toBe('AGE_CONFIRMATION_REQUIRED');
      expect((await buy(as, { ...more, region: 'CA-ON' })).status).toBe(200);
      const { rows } = await shop.owner.query(
        'select age, region from age_confirmations where user_id = $1',
        [as.userId],
      );
      expect(rows).toEqual([{ age: 18, region: 'CA-ON' }]);
      await claimTaxQuote('flat');
    });

    test('a purchase without it is refused with a message, and after it nothing more is required', async () => {
      const { as, asks } = await livingIn('CA', 'NS');
      const consents = asks.texts;
      const refusals = [
        await buy(as, { consents }),
        await buy(as, { consents, confirmedAge: 18 }),
        await shop.call('POST', '/packs/purchase', { as, body: { packId: packTypeId, consents } }),
        await shop.call('POST', '/payments/create-payment-intent', {
          as,
          body: { packs: [{ packId: packTypeId, quantity: 1 }], consents },
        }),
      ];
      for (const { status, body } of refusals) {
        expect([status, body.error.code, body.error.message]).toEqual([
          403,
          'AGE_CONFIRMATION_REQUIRED',
          'Please confirm that you are 19 years old or older.',
        ]);
      }
      expect(await consentsOf(as)).toEqual([]);
      expect((await buy(as, { consents, confirmedAge: 19 })).status).toBe(200);
      expect((await buy(as)).status).toBe(200);
      const { rows } = await shop.owner.query(
        'select age, region, given_at is not null as dated from age_confirmations where user_id = $1',
        [as.userId],
      );
      expect(rows).toEqual([{ age: 19, region: 'CA-NS', dated: true }]);
      await expect(
        shop.owner.query('delete from age_confirmations where user_id = $1', [as.userId]),
      ).rejects.toThrow('may not be changed');
    });

    test('a buyer who confirmed a lower age is asked again if more is required', async () => {
      const { as, asks } = await livingIn('CA', 'ON');
      expect((await buy(as, { consents: asks.texts, confirmedAge: 18 })).status).toBe(200);
      await shop.owner.query(`update users set state = 'BC' where id = $1`, [as.userId]);
      expect((await asksOf(as)).age).toBe(19);
      expect((await buy(as)).body.error.code).toBe('AGE_CONFIRMATION_REQUIRED');
      expect((await buy(as, { confirmedAge: 19 })).status).toBe(200);
    });
  });
});
