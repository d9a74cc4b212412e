// A mail in its two forms, from one list of parts: plain text for every reader, HTML for those that show
// it. The HTML is one quiet column: no pictures, nothing that loads.
import type { Cents } from '#domain/money.ts';
import { formatCad } from '#domain/money.ts';

/** What a template makes. `kind` is its name; `isSecret`: it holds a code. */
export type Mail = { kind: string; subject: string; text: string; html: string; isSecret: boolean };

/**
 * A part of a mail: a paragraph; a code to type in; a link that looks like a button, written out in plain
 * text; or rows of a table, such as the lines of a receipt.
 */
export type MailPart =
  | string
  | { code: string }
  | { link: string; label: string }
  | { rows: { name: string; amount?: Cents; note?: string }[]; total?: Cents };

/** Writes a mail. `kind`: snake_case, the name of its template. Everything is escaped here. */
export function writeMail(mail: {
  kind: string;
  subject: string;
  isSecret?: boolean;
  parts: MailPart[];
}): Mail {
  const { kind, subject, parts, isSecret = false } = mail;
  return {
    kind,
    subject,
    isSecret,
    text: `${parts.map(textOf).join('\n\n')}\n\nFelt & Foil\n`,
    html: pageOf(subject, parts.map(htmlOf).join('\n')),
  };
}

function textOf(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return `    ${part.code}`;
  if ('link' in part) return `${part.label}:\n${part.link}`;
  const lines = part.rows.map(({ name, amount, note }) =>
    [`- ${name}`, note, amount === undefined ? undefined : formatCad(amount)]
      .filter((word) => word !== undefined)
      .join(', '),
  );
  return [...lines, ...(part.total === undefined ? [] : [`Total: ${formatCad(part.total)}`])].join(
    '\n',
  );
}

const INK = '#1d211e';
const QUIET = '#5b655e';
const BRAND = '#17683f';
const LINE = '#dfe3dc';

function htmlOf(part: MailPart): string {
  if (typeof part === 'string') {
    return `<p style="margin:0 0 16px">${escape(part).replaceAll('\n', '<br>')}</p>`;
  }
  if ('code' in part) {
    return `<p style="margin:0 0 16px;font-size:28px;letter-spacing:6px;font-weight:700">${escape(part.code)}</p>`;
  }
  if ('link' in part) {
    return `<p style="margin:0 0 16px"><a href="${escape(part.link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${BRAND};color:#fff;text-decoration:none;font-weight:600">${escape(part.label)}</a></p>`;
  }
  const row = (name: string, amount: string, style = '') =>
    `<tr><td style="padding:8px 0;border-top:1px solid ${LINE};${style}">${name}</td><td align="right" style="padding:8px 0 8px 16px;border-top:1px solid ${LINE};white-space:nowrap;${style}">${amount}</td></tr>`;
  const rows = part.rows.map(({ name, note, amount }) =>
    row(
      `${escape(name)}${note === undefined ? '' : `<br><span style="color:${QUIET}">${escape(note)}</span>`}`,
      amount === undefined ? '' : escape(formatCad(amount)),
    ),
  );
  const total =
    part.total === undefined ? '' : row('Total', escape(formatCad(part.total)), 'font-weight:700');
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}${total}</table>`;
}

function pageOf(subject: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f1;color:${INK};font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:28px;background:#fff;border:1px solid ${LINE};border-radius:12px">
${body}
<p style="margin:24px 0 0;color:${QUIET}">Felt &amp; Foil</p>
</div></body></html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}
