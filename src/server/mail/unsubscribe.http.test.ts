// Tests optional mails: their sender, their footer, and how to unsubscribe. The test's mail server really speaks SMTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Email } from 'postal-mime';
import { callApp, useTestApp, verifyAddress, type SignedIn } from '../../testing/app.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { begunPayment, confirm, purchased } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { buildApp } from '../app.ts';
import type { Context } from '../runtime/context.ts';
import type { FastifyInstance } from 'fastify';
import { tellWishes } from '../wishes/tell-wishes.ts';
import { sendQueuedMails } from './deliver-mail.ts';
import { openSmtp } from './smtp.ts';

const shop = useTestApp({ PUBLIC_URL: 'https://shop.test', LOG_LEVEL: 'silent' }, { cards: true });
const plain = useTestApp({ LOG_LEVEL: 'silent' });
let server: TestMailServer;
let context: Context;
let app: FastifyInstance;
let packTypeId: string;

beforeAll(async () => {
  server = await startMailServer();
  context = { ...shop.context, mailer: openSmtp(server.url, { production: false }) };
  app = await buildApp(context, shop.sandbox, { cachedMs: 0 });
  packTypeId = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
  await shop.owner.query(
    `insert into shop_settings (version, name, colour, contact_email, writes_currency, first_year, seller_name, seller_address, tax_numbers)
     values (1, 'Harbour Cards', '#096244', 'hello@harbour.test', true, 2025, 'Harbour Cards Inc.', E'1 Pier Road\nHalifax NS B3H 1A1',
       '[{"name": "GST/HST", "number": "12345 6789 RT0001"}]')`,
  );
  await shop.context.settings.renew();
});
afterAll(async () => {
  await app.close();
  context.mailer!.close();
  await server.goAway();
});
beforeEach(() => server.forget());

const call = <Data>(method: string, path: string, options: object) =>
  callApp<Data>(app, method, path, options);

async function shopper(): Promise<SignedIn> {
  const made = await shop.signUp(50);
  await verifyAddress(shop, made);
  return made;
}

/** Buys a pack by card and opens it. The opening sends a mail. */
async function open(as: SignedIn): Promise<void> {
  const intent = await begunPayment(shop, as, packTypeId);
  await confirm(shop, intent);
  const { packIds } = await purchased(shop, as, intent.paymentIntentId);
  const { status } = await call('POST', `/packs/${packIds[0]}/open`, { as });
  expect(status).toBe(200);
}

async function received(as: SignedIn): Promise<Email[]> {
  await sendQueuedMails(context, 'send-mail');
  const mails = await server.received();
  return mails.filter(({ to }) => to?.some(({ address }) => address === as.email));
}

const headerOf = ({ headers }: Email, name: string) =>
  headers.find(({ key }) => key === name)?.value;

const leads = (mail: Email) =>
  /^<(https:\/\/shop\.test\/unsubscribe\/[^>]+)>$/.exec(
    headerOf(mail, 'list-unsubscribe') ?? '',
  )?.[1];

const press = (address: string, headers: Record<string, string>, payload: string) =>
  app.inject({ method: 'POST', url: new URL(address).pathname, headers, payload });

describe('an optional mail', () => {
  test('says how to unsubscribe from its kind, and who the seller is', async () => {
    const as = await shopper();
    await open(as);
    const mail = (await received(as)).find(({ subject }) => subject?.startsWith('You opened'))!;
    expect(leads(mail)).toBeDefined();
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    for (const words of [mail.text, mail.html]) {
      expect(words).toContain('Harbour Cards Inc., 1 Pier Road, Halifax NS B3H 1A1');
      expect(words).toContain(leads(mail));
    }
  });

  test('about a wish is requested, and its button ends only that kind', async () => {
    const as = await shopper();
    const choices = { stockMails: true, backMails: true };
    await call('PUT', '/users/settings/preferences', { as, body: choices });
    const soldOut = await stockPackType(shop.context, { packs: 0, purchaseLimit: null });
    const wish = () => call('PUT', `/wishes/packs/${soldOut}`, { as });
    expect((await wish()).status).toBe(200);
    await stockPackType(shop.context, {
      id: soldOut,
      packs: 1,
      purchaseLimit: null,
      cardsAreMade: true,
    });
    await tellWishes(context);
    const mail = (await received(as)).find(({ subject }) => subject?.endsWith('is back'))!;
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const pressed = await press(
      leads(mail)!,
      { 'content-type': 'application/x-www-form-urlencoded' },
      'List-Unsubscribe=One-Click',
    );
    expect(pressed.statusCode).toBe(200);
    const { body } = await call<{ preferences: object }>('GET', '/users/settings', { as });
    expect(body.data.preferences).toMatchObject({ stockMails: true, backMails: false });
  });

  test('with a viewed link asks first and changes nothing; the mail program’s button ends only this kind', async () => {
    const as = await shopper();
    await open(as);
    const address = leads(
      (await received(as)).find(({ subject }) => subject?.startsWith('You opened'))!,
    )!;
    const preferences = async () =>
      (await call<{ preferences: object }>('GET', '/users/settings', { as })).body.data.preferences;
    const page = await app.inject(new URL(address).pathname);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain('Do you want no more mails about the packs that you open?');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect(await preferences()).toMatchObject({ openingMails: true, parcelMails: true });

    // The request has no cookie and no token, as RFC 8058 requires. Both form encodings must work.
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await press(address, form, 'List-Unsubscribe=One-Click');
    expect([pressed.statusCode, pressed.body.includes('You are unsubscribed')]).toEqual([
      200,
      true,
    ]);
    expect(await preferences()).toMatchObject({
      openingMails: false,
      parcelMails: true,
      emailNotifications: true,
    });
    const parts = { 'content-type': 'multipart/form-data; boundary=x' };
    const body =
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await press(address, parts, body)).statusCode).toBe(200);

    server.forget();
    await open(as);
    expect(await received(as)).toEqual([]);
    await call('PUT', '/users/settings/preferences', { as, body: { openingMails: true } });
    server.forget();
    await open(as);
    expect(await received(as)).toHaveLength(1);
  });

  test('has a link for its reader alone, and a guessed or changed one does nothing', async () => {
    const [as, other] = [await shopper(), await shopper()];
    await open(as);
    const address = leads(
      (await received(as)).find(({ subject }) => subject?.startsWith('You opened'))!,
    )!;
    const [userId, list, signature] = new URL(address).pathname.split('/').pop()!.split('.');
    const changed = [
      `${other.userId}.${list}.${signature}`,
      `${userId}.parcelMails.${signature}`,
      `${userId}.${list}.${signature!.slice(1)}`,
      `${userId}.${list}.`,
      `${userId}.emailNotifications.${signature}`,
      'x',
    ];
    for (const token of changed) {
      const path = `https://shop.test/unsubscribe/${token}`;
      expect((await press(path, {}, '')).statusCode).toBe(404);
      expect((await app.inject(new URL(path).pathname)).statusCode).toBe(404);
    }
    const { rows } = await shop.owner.query(
      `select from users where id = any ($1) and (preferences ? 'openingMails' or preferences ? 'parcelMails')`,
      [[as.userId, other.userId]],
    );
    expect(rows).toHaveLength(0);
  });
});

describe('a mail about an order or an account', () => {
  test('can’t be unsubscribed from, and a receipt has its invoice attached', async () => {
    const as = await shopper();
    await call('POST', '/payments/purchase-with-balance', {
      as,
      body: { packs: [{ packId: packTypeId, quantity: 1 }], paymentMethod: 'balance' },
    });
    const mails = await received(as);
    for (const mail of mails) {
      expect(headerOf(mail, 'list-unsubscribe')).toBeUndefined();
      expect(headerOf(mail, 'list-unsubscribe-post')).toBeUndefined();
    }
    const receipt = mails.find(({ subject }) => subject?.includes('receipt'))!;
    const [file] = receipt.attachments;
    expect(file).toMatchObject({
      filename: expect.stringMatching(/^Invoice HC-I-\d{6}\.pdf$/),
      mimeType: 'application/pdf',
    });
    expect(
      Buffer.from(file!.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(receipt.text).toContain(file!.filename!.replace('.pdf', ''));
    expect(receipt.text).toContain('GST/HST: 12345 6789 RT0001');
  });
});

describe('a shop without https', () => {
  test('gives a link, and does not offer it to mail programs’ buttons', async () => {
    const as = await plain.signUp();
    await verifyAddress(plain, as);
    const mailer = openSmtp(server.url, { production: false });
    const inside = { ...plain.context, mailer };
    await plain.owner.query(
      `insert into mails (id, kind, user_id, to_address, subject, text, html, state)
       values (gen_random_uuid(), 'openings', $1, $2, 'You opened one', 'Words', null, 'queued')`,
      [as.userId, as.email],
    );
    await sendQueuedMails(inside, 'send-mail');
    mailer.close();
    const [mail] = (await server.received()).filter(({ to }) => to?.[0]?.address === as.email);
    expect(headerOf(mail!, 'list-unsubscribe')).toMatch(/^<http:/);
    expect(headerOf(mail!, 'list-unsubscribe-post')).toBeUndefined();
  });
});
