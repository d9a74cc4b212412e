// Makes the addresses of pictures. An address has a hash of the content or a random name, so that it may be cached
// forever.
import type { PictureFormat } from '#domain/picture.ts';

/**
 * The file that most clients get. A page's `<picture>` derives the other widths and formats from the address of this
 * file.
 */
const USUAL = { width: 640, format: 'webp' } as const;

/** Makes the address of a picture from the picture's name. */
export function pictureUrl(
  name: string,
  { width, format }: { width: number; format: PictureFormat } = USUAL,
): string {
  return `/pictures/${name}-${width}.${format}`;
}
