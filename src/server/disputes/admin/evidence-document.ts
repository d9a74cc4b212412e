// Writes the shop's evidence as one document for the bank, without scripts or external resources.
import type { Dispute } from '#contract/disputes-admin.ts';
import { formatCad } from '#domain/money.ts';
import { escapeHtml } from '../../http/html-page.ts';

const STYLE = `
  :root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #0f1b17; background: #fff; font-variant-numeric: tabular-nums; }
  main { max-width: 52rem; margin: 3rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.75rem; line-height: 1.1; margin: 0 0 .25rem; }
  h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #dce1de; overflow-wrap: anywhere; }
  th { font-weight: 600; }
  @media print { main { margin: 0; max-width: none; padding: 0; } }
`;

type Cell = string | null;

/** Returns the evidence for a dispute as an HTML page. `at`: the date of the document. */
export function evidenceDocument(dispute: Dispute, at: Date, seller: string): string {
  const { evidence } = dispute;
  const { payment, account } = evidence;
  const title = `Evidence for dispute ${dispute.providerId}`;
  const parts = [
    details('The dispute', [
      ['Reason given', dispute.reason.replaceAll('_', ' ')],
      ['Amount', formatCad(dispute.amount)],
      ['Raised', moment(dispute.raisedAt)],
      ['Status', dispute.providerStatus.replaceAll('_', ' ')],
      ['Evidence due', moment(dispute.evidenceDueAt)],
    ]),
    details('The payment', [
      ['Payment intent', payment.intentId],
      ['For', dispute.description],
      ['Amount', formatCad(payment.amount)],
      ['Made', moment(payment.paidAt)],
      ['Order, parcel or top-up', payment.subjectId],
    ]),
    details('The account', [
      ['E-mail', dispute.user.email],
      ['Name', account.fullName],
      ['Address', account.address],
      ['Opened', moment(account.createdAt)],
      ['E-mail address verified', moment(account.emailVerifiedAt)],
      ['Other card payments, undisputed', String(account.otherPayments)],
    ]),
    ...tablesOf(evidence),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(seller)} · written ${moment(at)}</p>
${parts.join('\n')}</main></body></html>
`;
}

function tablesOf(evidence: Dispute['evidence']): string[] {
  return [
    table(
      'Packs',
      ['Pack', 'Serial', 'Opened by the account', 'Cards in it, and where they are'],
      evidence.packs.map((pack) => [
        pack.name,
        pack.serial ?? 'sealed',
        moment(pack.openedAt),
        pack.cards
          .map((card) => `${card.name} (${card.status}, ${formatCad(card.marketValue)})`)
          .join('; '),
      ]),
    ),
    table(
      'Parcels',
      ['Sent to', 'State', 'Carrier', 'Tracking number', 'Sent', 'Delivered'],
      evidence.shipments.map((parcel) => [
        parcel.address,
        parcel.status,
        parcel.carrier,
        parcel.trackingNumber,
        moment(parcel.shippedAt),
        moment(parcel.deliveredAt),
      ]),
    ),
    table(
      'Sign-ins',
      ['At', 'Last used', 'Address', 'Device'],
      evidence.signIns.map((one) => [
        moment(one.at),
        moment(one.lastUsedAt),
        one.ip,
        one.userAgent,
      ]),
    ),
    table(
      'Entries of the shop’s log',
      ['At', 'What was done', 'To'],
      evidence.entries.map((entry) => [
        moment(entry.at),
        entry.action.replaceAll('_', ' '),
        entry.subject,
      ]),
    ),
  ];
}

/** Formats a time as "2026-11-22 14:05 UTC". Null stands for an event that did not happen. */
function moment(at: Date | null): string | null {
  return at === null ? null : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function details(title: string, lines: [string, Cell][]): string {
  const rows = lines.map(([name, value]) => `<tr><th scope="row">${name}</th>${cell(value)}</tr>`);
  return `<h2>${title}</h2><table><tbody>${rows.join('\n')}</tbody></table>`;
}

function table(title: string, heads: string[], rows: Cell[][]): string {
  if (rows.length === 0) return '';
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('\n');
  return `<h2>${title}</h2><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function cell(value: Cell): string {
  return `<td>${value === null ? '–' : escapeHtml(value)}</td>`;
}
