// A picture that was chosen in the browser, on its way to the shop.
import type { PictureForm } from '#domain/picture.ts';
import { pictureProblem } from '#domain/uploaded-picture.ts';

/** What a chosen file is sent as, or what is wrong with it: what can be told by its beginning and its end. */
export async function readPictureFile(
  file: File,
  form: PictureForm,
): Promise<{ picture: string } | { problem: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const problem = pictureProblem(bytes, form);
  return problem === null ? { picture: base64Of(bytes) } : { problem };
}

// As many bytes as one call takes as its arguments.
const CHUNK = 0x8000;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCodePoint(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}
