// A receipt on paper: A4, in a face that ships with the shop, in our own layout. Nothing in it is loaded when it is read.
import { readFileSync } from 'node:fs';
import type PdfKit from 'pdfkit';
import type { Receipt } from '#contract/wallet.ts';
import { DOCUMENT_WORDS } from '#domain/document.ts';
import { formatCad } from '#domain/money.ts';
import { receiptColumn } from '#domain/transaction.ts';
import { METHOD_WORDS, momentOf, numberOf, sellerLines, sumsOf } from './receipt-words.ts';

const plainFile = () =>
  readFileSync(
    new URL(import.meta.resolve('@fontsource/archivo/files/archivo-latin-400-normal.woff')),
  );
const strongFile = () =>
  readFileSync(
    new URL(import.meta.resolve('@fontsource/archivo/files/archivo-latin-700-normal.woff')),
  );

// In points.
const MARGIN = 56;
const PAGE = { width: 595.28, height: 841.89 };
const RIGHT = PAGE.width - MARGIN;
const WIDTH = RIGHT - MARGIN;
const AMOUNT_WIDTH = 110;
const QUANTITY_WIDTH = 70;
const ITEM_WIDTH = WIDTH - AMOUNT_WIDTH - QUANTITY_WIDTH - 16;
const BOTTOM = PAGE.height - MARGIN;
const INK = '#0f1b17';
const QUIET = '#46534e';
const LINE = '#c6cfca';

/** The bytes of a receipt as PDF. The library is loaded with the first one. */
export async function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  const { default: PdfDocument } = await import('pdfkit');
  const word = receipt.document === null ? 'Receipt' : DOCUMENT_WORDS[receipt.document.kind];
  const title = `${word} ${numberOf(receipt)}`;
  const page = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: receipt.seller.name, CreationDate: receipt.issuedAt },
  });
  const pieces: Buffer[] = [];
  page.on('data', (piece: Buffer) => pieces.push(piece));
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    page.on('end', () => resolve(Buffer.concat(pieces)));
    page.on('error', reject);
  });
  page.registerFont('plain', plainFile());
  page.registerFont('strong', strongFile());

  page.font('strong').fontSize(20).fillColor(INK).text(word, MARGIN, MARGIN);
  page.moveDown(0.4);
  page.font('plain').fontSize(10);
  for (const line of sellerLines(receipt)) writeText(page, line, QUIET);
  page.moveDown(1);
  const facts = [
    `${word} number: ${numberOf(receipt)}`,
    ...(receipt.document === null ? [] : [`Reference: ${receipt.number}`]),
    `Date: ${momentOf(receipt)}`,
    ...(receipt.paymentMethod === null
      ? []
      : [`Paid with: ${METHOD_WORDS[receipt.paymentMethod]}`]),
  ];
  for (const fact of facts) writeText(page, fact, INK);
  page.moveDown(1.5);

  row(page, 'strong', ['Item', 'Quantity', receiptColumn(receipt.type)]);
  for (const { text, quantity, amount } of receipt.lines)
    row(page, 'plain', [text, String(quantity), formatCad(amount)]);
  page.moveDown(0.5);
  for (const { label, amount, isTotal } of sumsOf(receipt))
    row(page, isTotal ? 'strong' : 'plain', [label, '', formatCad(amount)], isTotal);
  page.end();
  return whole;
}

type Page = InstanceType<typeof PdfKit>;

function writeText(page: Page, text: string, ink: string): void {
  page
    .font('plain')
    .fillColor(ink)
    .text(readable(text), MARGIN, page.y, { width: WIDTH, lineGap: 2 });
}

/** Three cells, the last two at the right; over the foot of a page it goes on the next. */
function row(page: Page, font: string, cells: [string, string, string], hasLine = true): void {
  const [item, quantity, amount] = cells.map(readable) as [string, string, string];
  page.font(font).fontSize(10).fillColor(INK);
  const height = page.heightOfString(item, { width: ITEM_WIDTH }) + 10;
  if (page.y + height > BOTTOM) page.addPage();
  const top = page.y;
  page.text(item, MARGIN, top + 5, { width: ITEM_WIDTH });
  page.text(quantity, MARGIN + ITEM_WIDTH, top + 5, { width: QUANTITY_WIDTH, align: 'right' });
  page.text(amount, RIGHT - AMOUNT_WIDTH, top + 5, { width: AMOUNT_WIDTH, align: 'right' });
  if (hasLine) {
    page
      .moveTo(MARGIN, top + height)
      .lineTo(RIGHT, top + height)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
  }
  page.y = top + height;
}

/** Letters that the face lacks lose their accents, and what is left of them is a question mark: never an empty place. */
function readable(text: string): string {
  return text.replaceAll(/./gsu, (sign) => (IN_FACE.test(sign) ? sign : plainOf(sign)));
}

/** What the Latin file of the face has. */
const IN_FACE =
  /^[\u0020-\u007E\u00A0-\u00FF\u0131\u0152\u0153\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026\u20AC\u2122\u2212]+$/u;

function plainOf(sign: string): string {
  const plain = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return IN_FACE.test(plain) ? plain : '?';
}
