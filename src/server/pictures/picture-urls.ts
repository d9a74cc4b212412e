// The addresses of pictures. They name the content, or a random name, so that each may be cached
// forever.
import type { PictureFormat } from '#domain/picture.ts';

/**
 * The file for clients that read no other: `<picture>` derives the other widths and formats from
 * its address.
 */
const USUAL = { width: 640, format: 'webp' } as const;

/** The address of a picture, by its name. */
export function pictureUrl(
  name: string,
  { width, format }: { width: number; format: PictureFormat } = USUAL,
): string {
  return `/pictures/${name}-${width}.${format}`;
}
