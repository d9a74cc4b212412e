// The port to the mail server, implemented by `mail/smtp.ts`. Never call it inside a database
// transaction, because a call can take as long as the network does.

/** A mail to send. `id` becomes its Message-ID, so that mail programs recognize a duplicate. */
export type Letter = {
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** Whether the mail is sent over the connections that are reserved for urgent mails. */
  isUrgent?: boolean;
  files?: LetterFile[];
  /** The unsubscribe address, for mail programs (RFC 2369, and RFC 8058 if it is https). */
  unsubscribe?: string | null;
};

/** An attachment of a mail. */
export type LetterFile = { name: string; type: string; bytes: Uint8Array };

export type Mailer = {
  /**
   * Hands a mail to the server. Throws MailRefused if the mail can never be delivered. Any other
   * error is temporary.
   */
  send: (letter: Letter) => Promise<void>;
  close: () => void;
};

/** The mail server permanently refuses a mail (5xx). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
