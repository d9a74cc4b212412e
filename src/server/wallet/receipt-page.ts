// A receipt as a page to print: one file that loads nothing and runs nothing.
import type { Receipt } from '#contract/wallet.ts';
import { difference, formatCad, ZERO, type Cents } from '#domain/money.ts';
import { rowsOfTaxes } from '#domain/tax-lines.ts';
import { receiptColumn } from '#domain/transaction.ts';
import { escapeHtml, HtmlPage } from '../http/html-page.ts';

const STYLE = `
  :root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #0f1b17; background: #fff; font-variant-numeric: tabular-nums; }
  main { max-width: 40rem; margin: 3rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.75rem; line-height: 1.1; margin: 0 0 .25rem; }
  p { margin: 0; color: #46534e; overflow-wrap: anywhere; }
  table { width: 100%; border-collapse: collapse; margin-top: 2rem; }
  th, td { padding: .5rem 0; text-align: left; vertical-align: top; font-weight: 400; }
  thead th { font-weight: 600; border-bottom: 1px solid #7f8984; }
  tbody td { border-bottom: 1px solid #dce1de; overflow-wrap: anywhere; }
  th:not(:first-child), td:not(:first-child) { text-align: right; white-space: nowrap; padding-left: 1.5rem; }
  tfoot tr:last-child > * { font-weight: 700; border-top: 1px solid #7f8984; }
  @media print { main { margin: 0; max-width: none; padding: 0; } }
`;

const METHODS = { balance: 'Account balance', stripe: 'Credit or debit card' } as const;

function discountLine(discount: Cents): [string, Cents] {
  return ['Discount', difference(ZERO, discount)];
}

/** The page of a receipt. */
export function receiptPage(receipt: Receipt): HtmlPage {
  const sums: [string, Cents][] = [
    ['Subtotal', receipt.subtotal],
    ...(receipt.discount > 0 ? [discountLine(receipt.discount)] : []),
    ...rowsOfTaxes(receipt),
    ['Processing fee', receipt.processingFee],
    ['Total', receipt.total],
  ];
  const method = receipt.paymentMethod === null ? '' : ` · ${METHODS[receipt.paymentMethod]}`;
  return new HtmlPage(
    (nonce) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Receipt ${receipt.number} · ${escapeHtml(receipt.seller.name)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>Receipt</h1>
<p>${escapeHtml(receipt.seller.name)} · ${receipt.number}</p>
<p>${receipt.issuedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC${method}</p>
<table><thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">${receiptColumn(receipt.type)}</th></tr></thead>
<tbody>${receipt.lines
      .map(
        (line) =>
          `<tr><td>${escapeHtml(line.text)}</td><td>${line.quantity}</td><td>${formatCad(line.amount)}</td></tr>`,
      )
      .join('\n')}</tbody>
<tfoot>${sums
      .map(
        ([label, amount]) =>
          `<tr><th scope="row" colspan="2">${label}</th><td>${formatCad(amount)}</td></tr>`,
      )
      .join('\n')}</tfoot></table></main></body></html>`,
  );
}
