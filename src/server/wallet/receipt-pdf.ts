// Writes a receipt as PDF in A4, in the shop's own layout and with faces that ship with the shop. A
// PDF reader loads nothing for it.
import PdfDocument from 'pdfkit';
import type { Receipt } from '#contract/wallet.ts';
import { DOCUMENT_WORDS } from '#domain/document.ts';
import { formatCad } from '#domain/money.ts';
import { receiptColumn } from '#domain/transaction.ts';
import { drawTextLine, LINE_HEIGHT, linesOfText, type Weight } from './pdf-text.ts';
import {
  buyerLines,
  MADE_OUT_TO,
  METHOD_WORDS,
  momentOf,
  receiptNumberOf,
  linesOfSeller,
  sumsOf,
} from './receipt-words.ts';

// All lengths are in points.
const MARGIN = 56;
const PAGE = { width: 595.28, height: 841.89 };
const RIGHT = PAGE.width - MARGIN;
const WIDTH = RIGHT - MARGIN;
const AMOUNT_WIDTH = 110;
const QUANTITY_WIDTH = 70;
const ITEM_WIDTH = WIDTH - AMOUNT_WIDTH - QUANTITY_WIDTH - 16;
const BOTTOM = PAGE.height - MARGIN;
const SIZE = 10;
const PADDING = 5;
const GAP = 14;
const INK = '#0f1b17';
const QUIET = '#46534e';
const LINE = '#c6cfca';

/**
 * Returns the bytes of a receipt as PDF. This takes milliseconds of processor time, so
 * `draw-receipt.ts` calls it in a separate thread.
 */
export async function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  const word = receipt.document === null ? 'Receipt' : DOCUMENT_WORDS[receipt.document.kind];
  const title = `${word} ${receiptNumberOf(receipt)}`;
  const page = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    // Without this setting, PDFKit would load Helvetica, which no receipt uses.
    font: '',
    info: { Title: title, Author: receipt.seller.name, CreationDate: receipt.issuedAt },
  });
  const pieces: Buffer[] = [];
  page.on('data', (piece: Buffer) => pieces.push(piece));
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    page.on('end', () => resolve(Buffer.concat(pieces)));
    page.on('error', reject);
  });
  page.on('pageAdded', () => (page.y = MARGIN));

  page.y = MARGIN;
  writeText(page, word, { weight: 'strong', size: 20 });
  page.y += 8;
  for (const line of linesOfSeller(receipt)) writeText(page, line, { ink: QUIET });
  page.y += GAP;
  const buyer = buyerLines(receipt);
  if (buyer.length > 0) {
    writeText(page, MADE_OUT_TO, { weight: 'strong' });
    for (const line of buyer) writeText(page, line);
    page.y += GAP;
  }
  const details = [
    `${word} number: ${receiptNumberOf(receipt)}`,
    ...(receipt.document?.corrects ? [`For invoice: ${receipt.document.corrects}`] : []),
    ...(receipt.document === null ? [] : [`Reference: ${receipt.number}`]),
    `Date: ${momentOf(receipt)}`,
    ...(receipt.paymentMethod === null
      ? []
      : [`Paid with: ${METHOD_WORDS[receipt.paymentMethod]}`]),
  ];
  for (const detail of details) writeText(page, detail);
  page.y += GAP;

  row(page, 'strong', ['Item', 'Quantity', receiptColumn(receipt.type)]);
  for (const { text, quantity, amount } of receipt.lines)
    row(page, 'plain', [text, String(quantity), formatCad(amount)]);
  page.y += 6;
  for (const { label, amount, isTotal } of sumsOf(receipt))
    row(page, isTotal ? 'strong' : 'plain', [label, '', formatCad(amount)], isTotal);
  page.end();
  return whole;
}

type Page = InstanceType<typeof PdfDocument>;
type Look = { weight?: Weight; size?: number; ink?: string };

/** Writes a text below the previous text, as wide as the page. */
function writeText(
  page: Page,
  text: string,
  { weight = 'plain', size = SIZE, ink = INK }: Look = {},
) {
  const lines = linesOfText(page, text, { weight, size, width: WIDTH });
  for (const line of lines) {
    if (page.y + size * LINE_HEIGHT > BOTTOM) page.addPage();
    drawTextLine(page, line, { x: MARGIN, y: page.y, size, ink });
    page.y += size * LINE_HEIGHT;
  }
}

/**
 * Draws a row of three cells, of which the last two are right-aligned. If the row doesn't fit on
 * the page, it goes on the next page.
 */
function row(page: Page, weight: Weight, cells: [string, string, string], hasLine = true): void {
  const widths = [ITEM_WIDTH, QUANTITY_WIDTH, AMOUNT_WIDTH];
  const [item = [], ...numbers] = cells.map((cell, at) =>
    linesOfText(page, cell, { weight, size: SIZE, width: widths[at]! }),
  );
  const height = item.length * SIZE * LINE_HEIGHT + 2 * PADDING;
  if (page.y + height > BOTTOM) page.addPage();
  const top = page.y + PADDING;
  for (const [at, line] of item.entries()) {
    drawTextLine(page, line, { x: MARGIN, y: top + at * SIZE * LINE_HEIGHT, size: SIZE, ink: INK });
  }
  const rights = [MARGIN + ITEM_WIDTH + QUANTITY_WIDTH, RIGHT];
  for (const [at, [line]] of numbers.entries()) {
    if (line === undefined) continue;
    drawTextLine(page, line, { x: rights[at]! - line.width, y: top, size: SIZE, ink: INK });
  }
  const bottom = page.y + height;
  if (hasLine) {
    page.moveTo(MARGIN, bottom).lineTo(RIGHT, bottom).lineWidth(0.5).strokeColor(LINE).stroke();
  }
  page.y = bottom;
}
