// Decides which job sends a mail. Urgent mails have a queue and a worker of their own.
import { isUrgent } from '#domain/mail.ts';

export type MailJobName = 'send-urgent-mail' | 'send-mail';

export function mailJobOf(kind: string): MailJobName {
  return isUrgent(kind) ? 'send-urgent-mail' : 'send-mail';
}
