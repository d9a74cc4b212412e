// The mail server, by nodemailer.
import { createTransport } from 'nodemailer';
import type { Config } from '../runtime/config.ts';
import { traced } from '../tracing/trace.ts';
import { MailRefused, type Letter, type Mailer } from '../runtime/mailer.ts';

// A server that is silent for longer is tried again later. Far below the five minutes of `startSending`.
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
const CONNECTIONS_MAX = 5;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Opens the mailer of SMTP_URL. It connects with its first letter; in production only by TLS, unless the
 * server is on this machine.
 */
export function openSmtp(smtpUrl: string, { production }: Pick<Config, 'production'>): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: production && !LOOPBACK.test(new URL(smtpUrl).hostname),
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, from, to, subject, text, html, files = [], unsubscribe }: Letter) => {
      try {
        const letter = {
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...(html === null ? {} : { html }),
          messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
          // Nobody answers on behalf of somebody who is away.
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
          ...(files.length > 0 && {
            attachments: files.map(({ name, type, bytes }) => ({
              filename: name,
              contentType: type,
              content: Buffer.from(bytes),
            })),
          }),
        };
        const work = { name: 'smtp send', kind: 'client', facts: {} } as const;
        await traced(work, () => transport.sendMail(letter));
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(messageOf(error)) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** Mail programs press the button by themselves only over https (RFC 8058, section 3.1); elsewhere they open the page. */
function unsubscribeHeaders(address: string | null | undefined): Record<string, string> {
  if (!address) return {};
  const header = { 'List-Unsubscribe': `<${address}>` };
  if (!address.startsWith('https:')) return header;
  return { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Whether the server permanently rejected the mail itself: bad credentials are the shop's fault, not the mail's. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMail && responseCode !== undefined && responseCode >= 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
