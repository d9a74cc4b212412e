// The port to whoever carries mail, filled by `mail/smtp.ts`. No call of it may run inside a database
// transaction: it can take as long as a network does.

/** A mail on its way. `id` becomes its Message-ID, so that a mail that comes twice is known as one. */
export type Letter = {
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** It takes a connection that no other letter uses. */
  isUrgent?: boolean;
  files?: LetterFile[];
  /** How its reader gets no more of its kind, for mail programs (RFC 2369, and RFC 8058 where it is https). */
  unsubscribe?: string | null;
};

/** What hangs on a mail. */
export type LetterFile = { name: string; type: string; bytes: Uint8Array };

export type Mailer = {
  /** Hands a mail over. Throws MailRefused when it can never be delivered, anything else for not now. */
  send: (letter: Letter) => Promise<void>;
  close: () => void;
};

/** The mail server will not have this mail, today or tomorrow (5xx). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
