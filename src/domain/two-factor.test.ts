import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSecondFactor, RECOVERY_BYTES, writeRecoveryCode } from './two-factor.ts';

test('for any recovery code, typing it from paper gives the same code', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: RECOVERY_BYTES, maxLength: RECOVERY_BYTES }),
      (bytes) => {
        const shown = writeRecoveryCode(bytes);
        expect(shown).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
        const code = shown.replace('-', '');
        const sloppy = shown
          .replace('-', ' ')
          .toLowerCase()
          .replaceAll('0', 'o')
          .replaceAll('1', 'l');
        for (const typed of [shown, code, ` ${sloppy} `]) {
          expect(readSecondFactor(typed)).toEqual({ kind: 'recovery', code });
        }
      },
    ),
  );
});

test('six digits are the code of an app, with or without a space in them', () => {
  expect(readSecondFactor('123456')).toEqual({ kind: 'totp', code: '123456' });
  expect(readSecondFactor(' 123 456 ')).toEqual({ kind: 'totp', code: '123456' });
});

test.each(['', '12345', '1234567', 'ABCDE-FGHJ', 'ABCDE-FGHJU', 'ABCDE-FGHJKM', '１２３４５６'])(
  '%j is no second factor',
  (typed) => {
    expect(readSecondFactor(typed).kind).toBeNull();
  },
);
