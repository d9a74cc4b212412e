// Writes a mail in two forms from one list of parts: as plain text, and as HTML. The HTML is one column that loads
// nothing except the shop's logo.
import type { Cents } from '#domain/money.ts';
import { formatCad } from '#domain/money.ts';
import type { Letterhead } from './letterhead.ts';

/** A written mail. `kind`: the name of its template. `isSecret`: whether the mail contains a code. */
export type Mail = { kind: string; subject: string; text: string; html: string; isSecret: boolean };

/** The recipient of a mail. If they have no account, `userId` is null. */
export type Recipient = { email: string; userId: string | null };

/**
 * A part of a mail. It is a paragraph, a code to type in, a link that looks like a button with its address in plain
 * text, or table rows, such as the lines of a receipt. `amountsAre` says what the amounts are, if the rows don't.
 * `totalNote` is the note below the total.
 */
export type MailPart =
  | string
  | { code: string }
  | { link: string; label: string }
  | {
      rows: { name: string; amount?: Cents; note?: string }[];
      amountsAre?: string;
      total?: Cents;
      totalNote?: string;
    };

/** Writes a mail, and escapes all values. `kind`: the name of the mail's template in snake_case. */
export function writeMail(
  head: Letterhead,
  mail: { kind: string; subject: string; isSecret?: boolean; parts: MailPart[] },
): Mail {
  const { kind, subject, parts, isSecret = false } = mail;
  return {
    kind,
    subject,
    isSecret,
    text: `${parts.map(textOf).join('\n\n')}\n\n${head.shop}\n`,
    html: pageOf(head, subject, parts.map((part) => htmlOf(part, head)).join('\n')),
  };
}

function textOf(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return `    ${part.code}`;
  if ('link' in part) return `${part.label}:\n${part.link}`;
  const named = (amount: Cents) => [part.amountsAre, formatCad(amount)].filter(Boolean).join(' ');
  const lines = part.rows.map(({ name, amount, note }) =>
    [`- ${name}`, note, amount === undefined ? undefined : named(amount)]
      .filter((word) => word !== undefined)
      .join(', '),
  );
  const total = part.total === undefined ? [] : [part.totalNote, named(part.total)];
  return [
    ...lines,
    ...(total.length === 0 ? [] : [`Total: ${total.filter(Boolean).join(', ')}`]),
  ].join('\n');
}

// Colours are set on each element, because some mail programs read nothing else. `darkOf` sets the
// dark theme's colours for programs that follow the reader's theme.
const INK = '#0f1b17';
const QUIET = '#4a5a53';
const LINE = '#dce1de';
const darkOf = ({
  ground,
  ink,
}: Letterhead['button']['dark']) => `@media (prefers-color-scheme: dark) {
  .page { background: #0a100e !important; color: #f2f6f4 !important; }
  .sheet { background: #111a17 !important; border-color: #2a3833 !important; }
  .line { border-color: #2a3833 !important; }
  .quiet { color: #a9b8b1 !important; }
  .code { background: #1b2622 !important; }
  .button { background: ${ground} !important; color: ${ink} !important; }
}`;

function htmlOf(part: MailPart, { button: { light } }: Letterhead): string {
  if (typeof part === 'string') {
    return `<p style="margin:0 0 16px">${worded(part).replaceAll('\n', '<br>')}</p>`;
  }
  if ('code' in part) {
    return `<p class="code" style="margin:0 0 16px;padding:14px 18px;border-radius:8px;background:#eef2f0;font:700 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px;overflow-wrap:anywhere">${escape(part.code)}</p>`;
  }
  if ('link' in part) {
    return `<p style="margin:24px 0"><a class="button" href="${escape(part.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${light.ground};color:${light.ink};text-decoration:none;font-weight:600">${escape(part.label)}</a></p>`;
  }
  const row = (name: string, amount: string, style = '') =>
    `<tr><td class="line" style="padding:9px 0;border-top:1px solid ${LINE};overflow-wrap:anywhere;${style}">${name}</td><td class="line" align="right" valign="top" style="padding:9px 0 9px 16px;border-top:1px solid ${LINE};white-space:nowrap;${style}">${amount}</td></tr>`;
  const quiet = (words: string) =>
    `<span class="quiet" style="color:${QUIET};font-size:14px;font-weight:400">${worded(words)}</span>`;
  const named = (amount: Cents) =>
    `${part.amountsAre === undefined ? '' : `${quiet(part.amountsAre)} `}${escape(formatCad(amount))}`;
  const noted = (name: string, note?: string) =>
    `${escape(name)}${note === undefined ? '' : `<br>${quiet(note)}`}`;
  const rows = part.rows.map(({ name, note, amount }) =>
    row(noted(name, note), amount === undefined ? '' : named(amount)),
  );
  const total =
    part.total === undefined
      ? ''
      : row(noted('Total', part.totalNote), named(part.total), 'font-weight:700');
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse;font-variant-numeric:tabular-nums">${rows.join('')}${total}</table>`;
}

/** Escapes a text, and prevents line breaks between "CAD" and its amount. */
function worded(words: string): string {
  return escape(words).replaceAll(/\bCAD (?=\d)/g, 'CAD&nbsp;');
}

/**
 * The logo, on white in every theme, because it is drawn for a light background. Readers who load no pictures see the
 * shop's name.
 */
function brandOf({ shop, logo }: Letterhead): string {
  if (!logo) return escape(shop);
  return `<img src="${escape(logo)}" alt="${escape(shop)}" height="40" style="display:block;height:40px;max-width:240px;width:auto;padding:8px;background:#fff;border-radius:8px">`;
}

function pageOf(head: Letterhead, subject: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title><style>${darkOf(head.button.dark)}</style></head>
<body class="page" style="margin:0;padding:32px 16px;background:#f4f6f5;color:${INK};font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px;font-size:18px;font-weight:800">${brandOf(head)}</p>
<div class="sheet" style="padding:28px 28px 12px;background:#fff;border:1px solid ${LINE};border-radius:10px">
${body}
</div></div></body></html>
`;
}

const END = '</div></div></body></html>';

/**
 * Adds lines and an unsubscribe link below a mail. If there are neither lines nor a link, returns the mail unchanged.
 */
export function withFoot<Words extends { text: string; html: string | null }>(
  words: Words,
  lines: string[],
  unsubscribe: string | null,
): Words {
  if (lines.length === 0 && unsubscribe === null) return words;
  const { text, html } = words;
  const link = `<a class="quiet" href="${escape(unsubscribe ?? '')}" style="color:${QUIET}">Unsubscribe</a>`;
  const foot = [
    ...lines.map((line) => linked(escape(line))),
    ...(unsubscribe === null ? [] : [link]),
  ].join('<br>');
  return {
    ...words,
    text: `${text}\n${[...lines, ...(unsubscribe === null ? [] : [`Unsubscribe: ${unsubscribe}`])].join('\n')}\n`,
    html:
      html?.replace(
        END,
        () =>
          `</div><p class="quiet" style="margin:16px 0 0;color:${QUIET};font-size:13px;overflow-wrap:anywhere">${foot}</p></div></body></html>`,
      ) ?? null,
  };
}

/** Turns the addresses in an escaped line into links. */
function linked(line: string): string {
  return line.replaceAll(
    /https?:\/\/\S+/g,
    (address) => `<a class="quiet" href="${address}" style="color:${QUIET}">${address}</a>`,
  );
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
