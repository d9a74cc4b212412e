// Which of the files of a proof somebody brought, told by what is in them: names change on the way.
import { refuseLarge } from '#domain/packproof/proof-file.ts';

export type Part = 'proof' | 'mine' | 'policy';

/** Throws a sentence where it can't be any. What looks like none is a proof, of which the checks say what is wrong. */
export function partOf(text: string): Part {
  if (text.trim() === '') throw new Error('This is empty');
  if (/^\s*(?:#|(?:log|witness|group|quorum)[ \t])/.test(text)) return 'policy';
  try {
    const held = JSON.parse(text) as { kind?: unknown } | null;
    return held?.kind === 'mine' ? 'mine' : 'proof';
  } catch {
    return 'proof';
  }
}

/** The text of a file. Throws a sentence where it is too long, or no text. */
export async function textOf(file: File): Promise<string> {
  refuseLarge(file.name, file.size);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    throw new Error(`${file.name} is not a text file`, { cause: error });
  }
}
