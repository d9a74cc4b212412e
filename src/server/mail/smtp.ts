// Connects to the mail server by nodemailer.
import { createTransport } from 'nodemailer';
import type { Config } from '../runtime/config.ts';
import { traced } from '../tracing/trace.ts';
import { MailRefused, type Letter, type Mailer } from '../runtime/mailer.ts';

// If the server is silent for this long, the mail is retried later. This time must be far below the five minutes of
// `startSending`.
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
// Mails share open connections. Urgent mails have connections of their own, so that they never wait for other mails.
const CONNECTIONS_MAX = 5;
const URGENT_CONNECTIONS_MAX = 2;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Opens the mailer of SMTP_URL, which connects when it sends its first mail. In production the
 * mailer requires TLS, unless the server is on this machine.
 */
export function openSmtp(smtpUrl: string, { production }: Pick<Config, 'production'>): Mailer {
  const connect = (maxConnections: number) =>
    createTransport({
      url: smtpUrl,
      requireTLS: production && !LOOPBACK.test(new URL(smtpUrl).hostname),
      pool: true,
      maxConnections,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  const transport = connect(CONNECTIONS_MAX);
  const urgentTransport = connect(URGENT_CONNECTIONS_MAX);
  return {
    send: async (mail: Letter) => {
      const { id, from, to, subject, text, html, files = [], unsubscribe } = mail;
      const through = mail.isUrgent ? urgentTransport : transport;
      try {
        const letter = {
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...(html === null ? {} : { html }),
          messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
          // This header suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
          ...(files.length > 0 && {
            attachments: files.map(({ name, type, bytes }) => ({
              filename: name,
              contentType: type,
              content: Buffer.from(bytes),
            })),
          }),
        };
        const work = { name: 'smtp send', kind: 'client', attributes: {} } as const;
        await traced(work, () => through.sendMail(letter));
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(messageOf(error)) : error;
      }
    },
    close: () => {
      transport.close();
      urgentTransport.close();
    },
  };
}

/**
 * Mail programs unsubscribe with one click only if the address is https (RFC 8058, section 3.1). If it is not, they
 * open the page.
 */
function unsubscribeHeaders(address: string | null | undefined): Record<string, string> {
  if (!address) return {};
  const header = { 'List-Unsubscribe': `<${address}>` };
  if (!address.startsWith('https:')) return header;
  return { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Whether the server permanently rejected the mail itself. Rejected credentials don't count, because they are the
 * shop's mistake.
 */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMail && responseCode !== undefined && responseCode >= 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
