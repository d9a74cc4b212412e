// Prepares a picture file that was chosen in the browser for upload.
import type { PictureForm } from '#domain/picture.ts';
import { pictureProblem } from '#domain/uploaded-picture.ts';

/** Returns the encoded file, or its problem. Only problems that show in the file's first and last bytes are found. */
export async function readPictureFile(
  file: File,
  form: PictureForm,
): Promise<{ picture: string } | { problem: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const problem = pictureProblem(bytes, form);
  return problem === null ? { picture: base64Of(bytes) } : { problem };
}

// The number of bytes that fit into the arguments of one function call.
const CHUNK = 0x8000;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCodePoint(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}
