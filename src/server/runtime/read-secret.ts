// How the command line is told what nobody may see.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';

/** At a terminal asks for it on `screen`, and shows nothing of what is typed; of a pipe or a file it is all of it, without spaces around. */
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
      // Ctrl+C, or Ctrl+D where nothing is typed: nothing it is.
      terminal.once('close', () => resolve(''));
      terminal.question('').then(resolve, reject);
    });
  } finally {
    terminal.close();
    screen.write('\n');
  }
}
