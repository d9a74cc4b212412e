// Recognises which file of a proof a visitor brought. It looks at the content, because files may have been renamed.
import { refuseLarge } from '#domain/packproof/proof-file.ts';

export type Part = 'proof' | 'mine' | 'policy';

/**
 * Throws an error with a sentence for the visitor if the text can't be any of the files. An unrecognised text counts as
 * a proof, so that its checks say what is wrong.
 */
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

/** Returns the text of a file. Throws an error with a sentence for the visitor if the file is too large or not text. */
export async function textOf(file: File): Promise<string> {
  refuseLarge(file.name, file.size);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    throw new Error(`${file.name} is not a text file`, { cause: error });
  }
}
