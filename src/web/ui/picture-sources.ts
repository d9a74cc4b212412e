// The URLs of the files of a picture. A photograph exists in several widths and two formats. The shop sends one URL,
// and the other URLs are derived from it.
import { PICTURE_WRITINGS, type PictureFormat } from '#domain/picture.ts';

const PHOTOGRAPH_FORM = /^(\/pictures\/[\w-]{43})-\d+\.webp$/;

/** Returns the values of `srcset` for a photograph, one for each format. Returns null for any other picture. */
export function photographSources(src: string): { avif: string; webp: string } | null {
  const stem = PHOTOGRAPH_FORM.exec(src)?.[1];
  if (stem === undefined) return null;
  const offered = (format: PictureFormat) =>
    PICTURE_WRITINGS.photograph.widths
      .map((width) => `${stem}-${width}.${format} ${width}w`)
      .join(', ');
  return { avif: offered('avif'), webp: offered('webp') };
}

const REMOTE_FORM = /^\/art\/remote\/([0-9a-f-]{36})(\?v=[\w-]+)$/;

/**
 * Returns the URL of the shop's drawing that is visible until an external picture has loaded. Returns null if the
 * picture is the shop's own.
 */
export function drawingBehind(src: string): string | null {
  const [, cardId, version] = REMOTE_FORM.exec(src) ?? [];
  return cardId === undefined ? null : `/art/card/${cardId}.svg${version}`;
}
