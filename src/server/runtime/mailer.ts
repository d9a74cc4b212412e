// The port to the mail server, implemented by `mail/smtp.ts`. None of its calls may run inside a
// database transaction: a call can take as long as a network does.

/** A mail to send. `id` becomes its Message-ID, so that mail programs recognize a duplicate. */
export type Letter = {
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** It uses a connection that no other letter uses. */
  isUrgent?: boolean;
  files?: LetterFile[];
  /** The unsubscribe address, for mail programs (RFC 2369, and RFC 8058 if it is https). */
  unsubscribe?: string | null;
};

/** An attachment of a mail. */
export type LetterFile = { name: string; type: string; bytes: Uint8Array };

export type Mailer = {
  /**
   * Hands a mail to the server. Throws MailRefused if it can never be delivered; any other error is
   * temporary.
   */
  send: (letter: Letter) => Promise<void>;
  close: () => void;
};

/** The mail server refuses this mail permanently (5xx). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
