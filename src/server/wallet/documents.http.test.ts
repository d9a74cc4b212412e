// Invoices and credit notes exist as data, page and PDF. They get numbers without gaps after the
// money has moved, in whatever order users request them.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as wallet from '#contract/wallet.ts';
import { RECEIPTS_OF_ACCOUNT } from '#domain/throttle.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { cardsOf, shipped } from '../../testing/shipments.ts';
import { mailAttachments } from './mail-attachments.ts';
import { numberAllDocuments, numberLateDocuments } from './number-documents.ts';

type Receipt = z.input<typeof wallet.receipt>;
type List = z.input<typeof wallet.listTransactions.reply>;

const shop = useTestApp({}, { cards: true });
const limited = useTestApp({ RATE_LIMITS: 'on' });
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 80, purchaseLimit: null });
  const admin = await shop.signUp({ role: 'admin' });
  const shown = await shop.call<{ settings: object }>('GET', '/admin/settings', { as: admin });
  const saved = await shop.call('PUT', '/admin/settings', {
    as: admin,
    key: crypto.randomUUID(),
    body: {
      ...shown.body.data.settings,
      version: 0,
      name: 'Harbour Cards',
      seller: {
        legalName: 'Harbour Cards Inc.',
        address: '1 Pier Road \r\n\n Halifax NS  B3H 1A1',
        phone: '+1 902 555 0100',
        email: 'office@harbour.test',
        registration: 'NS 3301234',
        privacyOfficer: 'Ada Quay, privacy@harbour.test',
        taxNumbers: [{ name: 'GST/HST', number: '12345 6789 RT0001' }],
      },
    },
  });
  if (saved.status !== 200) throw new Error(saved.body.error.message);
});

const buy = async (as: SignedIn) => {
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as,
    body: { packs: [{ packId: packTypeId, quantity: 1 }], paymentMethod: 'balance' },
  });
  expect(status).toBe(200);
};

async function newest(as: SignedIn, type: string): Promise<string> {
  const { body } = await shop.call<List>('GET', `/transactions?limit=1&type=${type}`, { as });
  return body.data.transactions[0]!.id;
}

const receiptOf = async (as: SignedIn, id: string) =>
  (await shop.call<Receipt>('GET', `/transactions/${id}/receipt`, { as })).body.data;

async function numbersOf(series: string): Promise<number[]> {
  const { rows } = await shop.owner.query<{ number: number }>(
    'select number from documents where series = $1 order by number',
    [series],
  );
  return rows.map(({ number }) => number);
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('an invoice', () => {
  test('gets its number from the job, in the order of the purchases', async () => {
    const buyers = await Promise.all([1, 2, 3].map(() => shop.signUp(50)));
    for (const buyer of buyers) await buy(buyer);
    const before = await numbersOf('invoice');
    expect(await numberAllDocuments(shop.context)).toMatchObject({ done: 3, failed: 0 });
    expect(await numberAllDocuments(shop.context)).toMatchObject({ done: 0 });
    expect(await numbersOf('invoice')).toEqual(upTo(before.length + 3));
    const numbers = await Promise.all(
      buyers.map(async (as) => (await receiptOf(as, await newest(as, 'pack_purchase'))).document),
    );
    expect(numbers).toEqual(
      [1, 2, 3].map((at) => ({
        kind: 'invoice',
        corrects: null,
        number: `HC-I-${String(before.length + at).padStart(6, '0')}`,
      })),
    );
  });

  test('names the seller as the settings do, and so does the checkout', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const lines = [
      'Harbour Cards Inc.',
      '1 Pier Road',
      'Halifax NS  B3H 1A1',
      '+1 902 555 0100',
      'office@harbour.test',
      'Registration: NS 3301234',
      'Privacy: Ada Quay, privacy@harbour.test',
      'GST/HST: 12345 6789 RT0001',
    ];
    const id = await newest(as, 'pack_purchase');
    const page = await shop.call<string>('GET', `/transactions/${id}/receipt?format=html`, { as });
    expect(page.body.data).toContain(['Harbour Cards', ...lines].join('<br>'));
    const config = await shop.call<{ sellerLines: string[] }>('GET', '/config');
    expect(config.body.data.sellerLines).toEqual(lines);
  });

  test('gets it at once when somebody views it before that, and keeps it', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const id = await newest(as, 'pack_purchase');
    const { document } = await receiptOf(as, id);
    expect(document).toMatchObject({ kind: 'invoice' });
    await numberAllDocuments(shop.context);
    expect((await receiptOf(as, id)).document).toEqual(document);
  });

  test('has no gaps and no duplicates in its numbers if many buy and view at once', async () => {
    const buyers = await Promise.all(upTo(20).map(() => shop.signUp(50)));
    const read = await Promise.all(
      buyers.map(async (as) => {
        await buy(as);
        return (await receiptOf(as, await newest(as, 'pack_purchase'))).document!.number;
      }),
    );
    await numberAllDocuments(shop.context);
    expect(new Set(read).size).toBe(20);
    const numbers = await numbersOf('invoice');
    expect(numbers).toEqual(upTo(numbers.length));
  });

  test('gets its number within the hour if its sale took minutes, and later ones get theirs', async () => {
    const [slow, quick] = await Promise.all([shop.signUp(50), shop.signUp(50)]);
    await buy(slow);
    const id = await newest(slow, 'pack_purchase');
    // Backdates the start of the sale, as if the sale had taken 20 minutes. The triggers are off,
    // because no statement of the shop may change a journal.
    await shop.owner.query(`begin; set local session_replication_role = replica`);
    await shop.owner.query(
      `update journals set created_at = created_at - interval '20 minutes' where id = $1`,
      [id],
    );
    await shop.owner.query('commit');
    await buy(quick);
    expect(await numberAllDocuments(shop.context)).toMatchObject({ done: 1 });
    expect(await numberLateDocuments(shop.context)).toEqual({ done: 1, failed: 0 });
    expect(await numberLateDocuments(shop.context)).toEqual({ done: 0, failed: 0 });
    const numbers = await numbersOf('invoice');
    expect(numbers).toEqual(upTo(numbers.length));
    const number = `FF-I-${String(numbers.length).padStart(6, '0')}`;
    expect((await receiptOf(slow, id)).document).toMatchObject({ number });
  });

  test('names the seller with address and tax numbers, and each tax on a line', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const id = await newest(as, 'pack_purchase');
    const receipt = await receiptOf(as, id);
    expect(receipt.seller).toEqual({
      name: 'Harbour Cards',
      contactEmail: expect.any(String),
      legalName: 'Harbour Cards Inc.',
      address: '1 Pier Road\nHalifax NS  B3H 1A1',
      phone: '+1 902 555 0100',
      email: 'office@harbour.test',
      registration: 'NS 3301234',
      privacyOfficer: 'Ada Quay, privacy@harbour.test',
      taxNumbers: [{ name: 'GST/HST', number: '12345 6789 RT0001' }],
    });
    expect(receipt.taxes).toEqual([{ name: 'Tax', rate: 0.08, amount: receipt.tax }]);
    const page = await shop.call<string>('GET', `/transactions/${id}/receipt?format=html`, { as });
    for (const words of [
      '<h1>Invoice</h1>',
      receipt.document!.number,
      'Harbour Cards Inc.',
      'Halifax NS  B3H 1A1',
      '+1 902 555 0100',
      'Registration: NS 3301234',
      'GST/HST: 12345 6789 RT0001',
    ])
      expect(page.body.data).toContain(words);
  });
});

describe('a credit note', () => {
  test('has a number of its own series once a refund to a card is paid', async () => {
    const as = await shop.signUp();
    const intent = await begunPayment(shop, as, packTypeId);
    await confirm(shop, intent);
    await purchased(shop, as, intent.paymentIntentId);
    const id = await newest(as, 'pack_purchase');
    const invoice = (await receiptOf(as, id)).document!;
    expect(invoice).toMatchObject({ kind: 'invoice', corrects: null });
    const refund = await shop.call<{ id: string }>('POST', `/transactions/${id}/refund`, {
      as,
      body: { reason: 'Changed my mind' },
      key: crypto.randomUUID(),
    });
    expect(refund.status).toBe(200);
    const { document } = await receiptOf(as, await newest(as, 'refund'));
    expect(document).toEqual({
      kind: 'credit_note',
      number: expect.stringMatching(/^HC-C-\d{6}$/),
      corrects: invoice.number,
    });
    expect(await numbersOf('credit_note')).toEqual(upTo((await numbersOf('credit_note')).length));
  });

  test('is mailed to the recipient of the money, once, with its number, its seller and the file', async () => {
    const as = await shop.signUp();
    const intent = await begunPayment(shop, as, packTypeId, { quantity: 2 });
    await confirm(shop, intent);
    await purchased(shop, as, intent.paymentIntentId);
    const id = await newest(as, 'pack_purchase');
    await shop.call('POST', `/transactions/${id}/refund`, {
      as,
      body: { reason: 'Changed my mind' },
      key: crypto.randomUUID(),
    });
    await postAll(shop);
    const { rows } = await shop.owner.query<{ subject: string; facts: object; user_id: string }>(
      `select subject, facts, user_id from mails where user_id = $1 and kind = 'refund'`,
      [as.userId],
    );
    const refund = await newest(as, 'refund');
    expect(rows).toEqual([
      {
        subject: 'Your Harbour Cards refund: CAD 22.10',
        facts: {
          id: refund,
          amount: 2210,
          description: expect.any(String),
          to: 'card',
          packs: { resold: 2, shown: 0 },
        },
        user_id: as.userId,
      },
    ]);
    const bell = await shop.call<{ notices: object[] }>('GET', '/notices', { as });
    expect(bell.body.data.notices).toMatchObject([
      { kind: 'refunded', amount: 22.1, subjectId: refund },
    ]);
    const { document } = await receiptOf(as, refund);
    const along = await mailAttachments(shop.context, {
      kind: 'refund',
      userId: as.userId,
      facts: rows[0]!.facts,
    });
    expect(along.lines).toContain(`Credit note ${document!.number}`);
    expect(along.files.map(({ name, type }) => [name, type])).toEqual([
      [`Credit note ${document!.number}.pdf`, 'application/pdf'],
    ]);
  });

  test('only these have a document: credits from the shop are no sale', async () => {
    const as = await shop.signUp(50);
    expect((await receiptOf(as, await newest(as, 'bonus_credit'))).document).toBe(null);
  });
});

describe('the buyer of a document', () => {
  const lives = (as: SignedIn, name: string | null, street: string | null = null) =>
    shop.owner.query(
      `update users set full_name = $2, address_line_1 = $3, city = 'Kraków', state = null, zip_code = '30-001', country = 'PL'
       where id = $1`,
      [as.userId, name, street],
    );

  test('is on it with name and address, as they were on its day', async () => {
    const as = await shop.signUp(50);
    await lives(as, 'Zażółć Gęślą', 'ul. Łódzka 12');
    await buy(as);
    const id = await newest(as, 'pack_purchase');
    const buyer = { name: 'Zażółć Gęślą', address: 'ul. Łódzka 12\nKraków 30-001\nPL' };
    expect((await receiptOf(as, id)).buyer).toEqual(buyer);
    await lives(as, 'Somebody Else', 'Elsewhere 1');
    expect((await receiptOf(as, id)).buyer).toEqual(buyer);
    const page = await shop.call<string>('GET', `/transactions/${id}/receipt?format=html`, { as });
    for (const words of ['Billed to', 'Zażółć Gęślą', 'ul. Łódzka 12', 'Kraków 30-001']) {
      expect(page.body.data).toContain(words);
    }
    expect(page.body.data).not.toContain('Somebody Else');
  });

  test('is omitted if nobody knows who it is', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const id = await newest(as, 'pack_purchase');
    expect((await receiptOf(as, id)).buyer).toBe(null);
    await lives(as, 'Late Name');
    expect((await receiptOf(as, id)).buyer).toBe(null);
    const page = await shop.call<string>('GET', `/transactions/${id}/receipt?format=html`, { as });
    expect(page.body.data).not.toContain('Billed to');
  });

  test('of a parcel is its recipient, and its credit note has the same', async () => {
    const as = await shop.signUp(50);
    await lives(as, 'Profile Name', 'Profile Street 1');
    await buy(as);
    const parcel = await shipped(shop, as, (await cardsOf(shop, as)).slice(0, 1));
    const buyer = { name: 'Mira Holt', address: '12 Harbour Street\nHalifax NS B3H 1A1\nCA' };
    expect((await receiptOf(as, await newest(as, 'shipping_fee'))).buyer).toEqual(buyer);
    await shop.call('POST', `/shipping/requests/${parcel.id}/cancel`, { as });
    const credit = await receiptOf(as, await newest(as, 'refund'));
    expect([credit.document!.kind, credit.buyer]).toEqual(['credit_note', buyer]);
    const invoiced = await receiptOf(as, await newest(as, 'shipping_fee'));
    expect(credit.document!.corrects).toBe(invoiced.document!.number);
    const { rows } = await shop.owner.query<{ facts: { to: string } }>(
      `select facts from mails where user_id = $1 and kind = 'refund'`,
      [as.userId],
    );
    expect(rows.map(({ facts }) => facts.to)).toEqual(['balance']);
  });

  test('of a credit note to a card is the one on the invoice', async () => {
    const as = await shop.signUp();
    await lives(as, 'Before', 'Street 1');
    const intent = await begunPayment(shop, as, packTypeId);
    await confirm(shop, intent);
    await purchased(shop, as, intent.paymentIntentId);
    await numberAllDocuments(shop.context);
    await lives(as, 'After', 'Street 2');
    await shop.call('POST', `/transactions/${await newest(as, 'pack_purchase')}/refund`, {
      as,
      body: { reason: 'Changed my mind' },
      key: crypto.randomUUID(),
    });
    const { buyer } = await receiptOf(as, await newest(as, 'refund'));
    expect(buyer).toMatchObject({ name: 'Before' });
  });

  test('is protected by the database: nobody changes or removes it while they have an account', async () => {
    const as = await shop.signUp(50);
    await lives(as, 'Kept Name');
    await buy(as);
    await numberAllDocuments(shop.context);
    const change = `update document_buyers set name = 'Other' where user_id = $1`;
    await expect(shop.owner.query(change, [as.userId])).rejects.toThrow('keeps its buyer');
    await expect(
      shop.owner.query('delete from document_buyers where user_id = $1', [as.userId]),
    ).rejects.toThrow('keeps its buyer');
    await expect(
      shop.context.db.client.query(`insert into document_buyers (journal_id, user_id, name)
        select journal_id, user_id, 'x' from document_buyers limit 1`),
    ).rejects.toThrow('permission denied');
  });
});

describe('the numbers of documents', () => {
  test('are protected by the database: none is skipped, reused, changed or removed', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from journals where user_id = $1 and kind = 'pack_purchase'`,
      [as.userId],
    );
    await numberAllDocuments(shop.context);
    const newestNumber = (await numbersOf('invoice')).length;
    const refused = async (text: string, values: unknown[], words: RegExp) =>
      expect(shop.owner.query(text, values)).rejects.toThrow(words);
    const add = 'insert into documents (series, number, journal_id) values ($1, $2, $3)';
    await refused(
      add,
      ['invoice', newestNumber + 2, rows[0]!.id],
      /documents_one_per_journal|documents_without_gaps/,
    );
    const { rows: others } = await shop.owner.query<{ id: string }>(
      `select id from journals where kind = 'bonus_credit' limit 1`,
    );
    await refused(add, ['invoice', newestNumber + 2, others[0]!.id], /documents_without_gaps/);
    await refused(add, ['invoice', newestNumber, others[0]!.id], /documents_pkey/);
    await refused('update documents set number = number + 1000', [], /may not be changed/);
    await refused('delete from documents where number = $1', [newestNumber], /may not be changed/);
    // The shop's own role can't insert a document at all.
    await expect(
      shop.context.db.client.query(`insert into documents (series, number, journal_id)
        values ('invoice', ${newestNumber + 1}, '${others[0]!.id}')`),
    ).rejects.toThrow('permission denied');
  });
});

describe('as a PDF', () => {
  const pdfOf = async (as: SignedIn, id: string) =>
    shop.app.inject({
      url: `/api/transactions/${id}/receipt.pdf`,
      headers: { authorization: `Bearer ${as.accessToken}` },
    });

  test('its owner gets the invoice with its seller, in a font that is part of the file', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const id = await newest(as, 'pack_purchase');
    // Only `shop.call` records responses for the coverage check, so this requests the receipt by it, too.
    expect((await shop.call('GET', `/transactions/${id}/receipt.pdf`, { as })).status).toBe(200);
    const { headers, rawPayload } = await pdfOf(as, id);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe('attachment; filename="receipt.pdf"');
    const text = rawPayload.toString('latin1');
    expect(text.startsWith('%PDF-1.')).toBe(true);
    expect(text).toContain('/FontFile');
    expect(text).toContain('Archivo');
    expect(text).not.toMatch(/https?:\/\/(?!ns\.adobe|www\.w3|purl)/);
    const { document } = await receiptOf(as, id);
    expect(titleOf(rawPayload)).toBe(`Invoice ${document!.number}`);
  });

  test('it has names in Polish, Greek, Cyrillic and Japanese, each in a font that contains them', async () => {
    const as = await shop.signUp(50);
    await shop.owner.query('update users set full_name = $2 where id = $1', [
      as.userId,
      'Zażółć Ωμέγα Иванов 山田',
    ]);
    await buy(as);
    const { rawPayload } = await pdfOf(as, await newest(as, 'pack_purchase'));
    const text = rawPayload.toString('latin1');
    for (const face of ['Archivo', 'NotoSans', 'SawarabiGothic']) {
      expect(text).toMatch(new RegExp(`/FontName /[A-Z]{6}\\+${face}`));
    }
    // The PDF embeds only parts of its fonts. Each whole font has at least half a megabyte.
    expect(rawPayload.length).toBeLessThan(60_000);
  });

  test('it is drawn once: its mail and all later requests get the same file', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const id = await newest(as, 'pack_purchase');
    const first = (await pdfOf(as, id)).rawPayload;
    const stored = await shop.owner.query<{ pdf: Buffer }>(
      'select pdf from document_files where journal_id = $1',
      [id],
    );
    expect(stored.rows).toEqual([{ pdf: first }]);
    // Makes the stored file look as if an earlier layout had drawn it.
    await shop.owner.query(`begin; set local session_replication_role = replica;
      update document_files set pdf = '%PDF-of-its-day' where journal_id = '${id}'; commit`);
    expect((await pdfOf(as, id)).rawPayload.toString()).toBe('%PDF-of-its-day');
    const mail = { kind: 'receipt', userId: as.userId, facts: { id } };
    const { files } = await mailAttachments(shop.context, mail);
    expect(Buffer.from(files[0]!.bytes).toString()).toBe('%PDF-of-its-day');
  });

  test('it is protected by the database: nobody changes its file or removes it', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const id = await newest(as, 'pack_purchase');
    await pdfOf(as, id);
    const change = `update document_files set pdf = 'other' where journal_id = $1`;
    const remove = 'delete from document_files where journal_id = $1';
    for (const text of [change, remove]) {
      await expect(shop.owner.query(text, [id])).rejects.toThrow('keeps its file');
      await expect(shop.context.db.client.query(text, [id])).rejects.toThrow('permission denied');
    }
  });

  test('an account with many requests for files has to wait, and others get theirs', async () => {
    const type = await stockPackType(limited.context, { packs: 2, purchaseLimit: null });
    const buyers = await Promise.all([1, 2].map(() => limited.signUp(50)));
    const paths = new Map<SignedIn, string>();
    for (const as of buyers) {
      const body = { packs: [{ packId: type, quantity: 1 }], paymentMethod: 'balance' };
      await limited.call('POST', '/payments/purchase-with-balance', { as, body });
      const { body: list } = await limited.call<List>('GET', '/transactions?limit=1', { as });
      paths.set(as, `/transactions/${list.data.transactions[0]!.id}/receipt.pdf`);
    }
    const file = async (as: SignedIn) => limited.call('GET', paths.get(as)!, { as });
    const [busy, other] = buyers as [SignedIn, SignedIn];
    expect((await file(busy)).status).toBe(200);
    await limited.owner.query(`update throttle_counters set count = $1 where rule = 'receipts'`, [
      RECEIPTS_OF_ACCOUNT.most,
    ]);
    const { status, body } = await file(busy);
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await file(other)).status).toBe(200);
  });

  test('a crowd of requests is refused beyond a limit, and a mail’s file does not wait for it', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const id = await newest(as, 'pack_purchase');
    let responded = 0;
    const crowd = Array.from({ length: 150 }, () => pdfOf(as, id).finally(() => (responded += 1)));
    const { files } = await mailAttachments(shop.context, {
      kind: 'receipt',
      userId: as.userId,
      facts: { id },
    });
    expect([files.length, responded < crowd.length]).toEqual([1, true]);
    const responses = await Promise.all(crowd);
    const withStatus = (status: number) =>
      responses.filter(({ statusCode }) => statusCode === status).length;
    expect(withStatus(503)).toBeGreaterThanOrEqual(49);
    expect(withStatus(200) + withStatus(503)).toBe(crowd.length);
    expect(withStatus(200)).toBeGreaterThan(0);
  });

  test('nobody else gets it, and an incomplete payment has none', async () => {
    const as = await shop.signUp(50);
    await buy(as);
    const id = await newest(as, 'pack_purchase');
    const other = await shop.signUp();
    const refused = await shop.call('GET', `/transactions/${id}/receipt.pdf`, { as: other });
    expect([refused.status, refused.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const topUp = await shop.call<{ transaction: { id: string } }>(
      'POST',
      '/transactions/credits',
      {
        as,
        body: { amount: 10, currency: 'CAD', paymentMethod: 'stripe' },
      },
    );
    const pending = topUp.body.data.transaction.id;
    const early = await shop.call('GET', `/transactions/${pending}/receipt.pdf`, { as });
    expect([early.status, early.body.error.code]).toEqual([409, 'PAYMENT_NOT_COMPLETED']);
  });
});

/** The title in the header of a PDF. */
function titleOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  const [, object] = /\/Title (\d+) 0 R/.exec(text) ?? [];
  return new RegExp(`\\n${object} 0 obj\\s*\\(([^()]*)\\)`).exec(text)?.[1];
}
