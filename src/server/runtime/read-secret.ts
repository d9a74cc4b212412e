// Reads a secret for the command line.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';

/**
 * Reads a secret. At a terminal, prompts on `screen` and hides the input. From a pipe or a file, reads everything and
 * trims spaces.
 */
export async function readSecret(
  input: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream,
  screen: NodeJS.WritableStream,
  asked: string,
): Promise<string> {
  if (!input.isTTY) return (await text(input)).trim();
  screen.write(`${asked}: `);
  const unseen = new Writable({ write: (_typed, _encoding, done) => done() });
  const terminal = createInterface({ input, output: unseen, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      // If the user presses Ctrl+C, or Ctrl+D without input, the secret is empty.
      terminal.once('close', () => resolve(''));
      terminal.question('').then(resolve, reject);
    });
  } finally {
    terminal.close();
    screen.write('\n');
  }
}
