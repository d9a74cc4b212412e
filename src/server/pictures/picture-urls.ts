// The addresses of pictures. An address has a hash of the content or a random name, so that it may
// be cached forever.
import type { PictureFormat } from '#domain/picture.ts';

/**
 * The file for most clients. A page's `<picture>` derives the other widths and formats from its
 * address.
 */
const USUAL = { width: 640, format: 'webp' } as const;

/** The address of a picture, from the picture's name. */
export function pictureUrl(
  name: string,
  { width, format }: { width: number; format: PictureFormat } = USUAL,
): string {
  return `/pictures/${name}-${width}.${format}`;
}
