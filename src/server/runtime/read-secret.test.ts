import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readSecret } from './read-secret.ts';

function terminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const screen = new PassThrough().setEncoding('utf8');
  return { input, screen, secret: readSecret(input, screen, 'Password') };
}

test('a user types a password at a terminal unseen', async () => {
  const { input, screen, secret } = terminal(true);
  input.write('a lung\u007F\u007F\u007Fong sentence\r');
  expect(await secret).toBe('a long sentence');
  expect(screen.read()).toBe('Password: \n');
});

test.each([
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
])('a user who leaves with %s has given no password', async (_keys, typed) => {
  const { input, secret } = terminal(true);
  input.write(typed);
  expect(await secret).toBe('');
});

test('a password from a pipe is read to its end, without a prompt', async () => {
  const { input, screen, secret } = terminal(false);
  input.end('a long sentence\n');
  expect(await secret).toBe('a long sentence');
  expect(screen.read()).toBeNull();
});
