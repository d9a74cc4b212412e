// Writes a receipt as a page for printing. The page is one file that loads nothing and runs
// nothing.
import type { Receipt } from '#contract/wallet.ts';
import { DOCUMENT_WORDS } from '#domain/document.ts';
import { formatCad } from '#domain/money.ts';
import { receiptColumn } from '#domain/transaction.ts';
import { escapeHtml, HtmlPage } from '../http/html-page.ts';
import {
  buyerLines,
  MADE_OUT_TO,
  METHOD_WORDS,
  momentOf,
  receiptNumberOf,
  linesOfSeller,
  sumsOf,
} from './receipt-words.ts';

const STYLE = `
  :root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #0f1b17; background: #fff; font-variant-numeric: tabular-nums; }
  main { max-width: 40rem; margin: 3rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.75rem; line-height: 1.1; margin: 0 0 .25rem; }
  p { margin: 0; color: #46534e; overflow-wrap: anywhere; }
  p.buyer { margin: 1rem 0; }
  table { width: 100%; border-collapse: collapse; margin-top: 2rem; }
  th, td { padding: .5rem 0; text-align: left; vertical-align: top; font-weight: 400; }
  thead th { font-weight: 600; border-bottom: 1px solid #7f8984; }
  tbody td { border-bottom: 1px solid #dce1de; overflow-wrap: anywhere; }
  th:not(:first-child), td:not(:first-child) { text-align: right; white-space: nowrap; padding-left: 1.5rem; }
  tfoot tr:last-child > * { font-weight: 700; border-top: 1px solid #7f8984; }
  @media print { main { margin: 0; max-width: none; padding: 0; } }
`;

export function receiptPage(receipt: Receipt): HtmlPage {
  const word = receipt.document === null ? 'Receipt' : DOCUMENT_WORDS[receipt.document.kind];
  const method = receipt.paymentMethod === null ? '' : ` · ${METHOD_WORDS[receipt.paymentMethod]}`;
  return new HtmlPage(
    (nonce) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${word} ${receiptNumberOf(receipt)} · ${escapeHtml(receipt.seller.name)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${word}</h1>
<p>${linesOfSeller(receipt).map(escapeHtml).join('<br>')}</p>
${partOfBuyer(receipt)}<p>${[...new Set([receiptNumberOf(receipt), receipt.number])].join(' · ')}</p>${partOfInvoice(receipt)}
<p>${momentOf(receipt)}${method}</p>
<table><thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">${receiptColumn(receipt.type)}</th></tr></thead>
<tbody>${receipt.lines
      .map(
        (line) =>
          `<tr><td>${escapeHtml(line.text)}</td><td>${line.quantity}</td><td>${formatCad(line.amount)}</td></tr>`,
      )
      .join('\n')}</tbody>
<tfoot>${sumsOf(receipt)
      .map(
        ({ label, amount }) =>
          `<tr><th scope="row" colspan="2">${escapeHtml(label)}</th><td>${formatCad(amount)}</td></tr>`,
      )
      .join('\n')}</tfoot></table></main></body></html>`,
  );
}

function partOfInvoice({ document }: Receipt): string {
  return document?.corrects ? `\n<p>For invoice ${document.corrects}</p>` : '';
}

function partOfBuyer(receipt: Receipt): string {
  const lines = buyerLines(receipt);
  if (lines.length === 0) return '';
  return `<p class="buyer"><b>${MADE_OUT_TO}</b><br>${lines.map(escapeHtml).join('<br>')}</p>\n`;
}
