import { expect, test } from 'vitest';
import { LETTERHEAD as head } from '../../testing/letterhead.ts';
import { mailJobOf } from './mail-jobs.ts';
import { accountDeletionMail } from './templates/account-deletion.ts';
import { emailChangedMail, emailChangingMail } from './templates/email-changed.ts';
import { manyFailedSignInsMail } from './templates/many-failed-sign-ins.ts';
import { newSignInMail } from './templates/new-sign-in.ts';
import { passwordChangedMail } from './templates/password-changed.ts';
import { recoveryCodeUsedMail } from './templates/recovery-code-used.ts';
import { twoFactorOffMail, twoFactorOnMail, twoFactorRemovedMail } from './templates/two-factor.ts';

const at = new Date('2026-11-27');

test.each([
  accountDeletionMail({ dueAt: at, head }),
  emailChangedMail({ newEmail: 'new@example.test', head }),
  emailChangingMail({ newEmail: 'new@example.test', head }),
  manyFailedSignInsMail(head),
  newSignInMail({ device: 'Firefox', network: '127.0.0.1', at, head }),
  passwordChangedMail(head),
  recoveryCodeUsedMail({ codesLeft: 3, head }),
  twoFactorOffMail(head),
  twoFactorOnMail(head),
  twoFactorRemovedMail(head),
])('"$subject" waits for no receipt', ({ kind }) => {
  expect(mailJobOf(kind)).toBe('send-urgent-mail');
});

test.each(['receipt', 'refund', 'openings', 'shipment_shipped', 'wish_stock', 'expiring_cards'])(
  'a mail about a %s waits its turn',
  (kind) => expect(mailJobOf(kind)).toBe('send-mail'),
);
