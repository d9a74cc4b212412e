// A photograph stands in several widths and two formats; all of them follow from the one address that the shop tells.
import { PICTURE_WRITINGS, type PictureFormat } from '#domain/picture.ts';

const PHOTOGRAPH_FORM = /^(\/pictures\/[\w-]{43})-\d+\.webp$/;

/** What `<picture>` offers of a photograph, as `srcset` writes it; null for what is no photograph. */
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

/** The shop's drawing behind a picture that lies elsewhere; null for what lies here. */
export function drawingBehind(src: string): string | null {
  const [, cardId, version] = REMOTE_FORM.exec(src) ?? [];
  return cardId === undefined ? null : `/art/card/${cardId}.svg${version}`;
}
