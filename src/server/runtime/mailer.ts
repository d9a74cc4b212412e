// Defines the port to the mail server, which `mail/smtp.ts` implements. Never call it inside a database transaction,
// because a call can take as long as the network does.

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
  /** The address to unsubscribe, which mail programs use (RFC 2369, and RFC 8058 if it is https). */
  unsubscribe?: string | null;
};

/** An attachment of a mail. */
export type LetterFile = { name: string; type: string; bytes: Uint8Array };

export type Mailer = {
  /**
   * Hands a mail to the server. If the mail can never be delivered, throws MailRefused. Any other error is temporary.
   */
  send: (letter: Letter) => Promise<void>;
  close: () => void;
};

/** Thrown if the mail server permanently refuses a mail (5xx). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
