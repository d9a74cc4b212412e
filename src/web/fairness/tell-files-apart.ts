// Recognises which file of a proof a visitor added. It looks at the content, because the file may have been renamed.
import { refuseLarge } from '#domain/packproof/proof-file.ts';

export type Part = 'proof' | 'mine' | 'policy';

/**
 * Returns which file a text is. A text that is not recognised counts as a proof, so that the checks say what is wrong.
 * If the text can't be any of the files, throws an error with a sentence for the visitor.
 */
export function proofPartOf(text: string): Part {
  if (text.trim() === '') throw new Error('This is empty');
  if (/^\s*(?:#|(?:log|witness|group|quorum)[ \t])/.test(text)) return 'policy';
  try {
    const held = JSON.parse(text) as { kind?: unknown } | null;
    return held?.kind === 'mine' ? 'mine' : 'proof';
  } catch {
    return 'proof';
  }
}

/** Returns the text of a file. If it is too large or not a text, throws an error with a sentence for the visitor. */
export async function fileText(file: File): Promise<string> {
  refuseLarge(file.name, file.size);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    throw new Error(`${file.name} is not a text file`, { cause: error });
  }
}
