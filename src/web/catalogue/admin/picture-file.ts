// Encodes a picture file for upload, after the operator has chosen it in the browser.
import type { PictureForm } from '#domain/picture.ts';
import { pictureProblem } from '#domain/uploaded-picture.ts';
import { base64Of } from '../../browser/base64.ts';

/** Returns the encoded file, or its problem. Only problems that its first and last bytes reveal are found. */
export async function readPictureFile(
  file: File,
  form: PictureForm,
): Promise<{ picture: string } | { problem: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const problem = pictureProblem(bytes, form);
  return problem === null ? { picture: base64Of(bytes) } : { problem };
}
