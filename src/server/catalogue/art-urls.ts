// The URLs of the shop's own art. The version is part of the URL, so that a picture can be cached
// for ever and still be redrawn.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureUrl } from '../pictures/picture-urls.ts';
import type { Config } from '../runtime/config.ts';

/** A hash of the drawing code: nobody can change a stroke and forget to change the URL. */
export const ART_VERSION = fingerprint(join(import.meta.dirname, '../../art'));

function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) {
      hash.update(name).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest('base64url').slice(0, 8);
}

/** What decides the picture of a card. */
type CardFace = {
  /** The id in the catalogue. */
  id: string;
  /** The URL of its picture at the source. */
  remote: string | null;
  /** The name of the photograph of this very card, if one exists and may be shown. */
  photograph?: string | null;
};

/**
 * The picture of a card: its photograph; otherwise the source's picture, if the operator may show
 * it (choice 295); otherwise the shop's drawing.
 */
export function cardImageUrl(config: Hosts, { id, remote, photograph = null }: CardFace): string {
  if (photograph !== null) return pictureUrl(photograph);
  if (mayShow(config, remote)) return `/art/remote/${id}?v=${ART_VERSION}`;
  return cardDrawingUrl(id);
}

/** The shop's drawing of a card. */
export function cardDrawingUrl(cardId: string): string {
  return `/art/card/${cardId}.svg?v=${ART_VERSION}`;
}

/** The drawing on felt, as a JPEG for link previews, which can't show SVG. */
export function cardShareUrl(cardId: string): string {
  return `/art/card/${cardId}.jpeg?v=${ART_VERSION}`;
}

type Hosts = Pick<Config, 'cardImageHosts'>;

/** Whether the operator listed the host of an external picture. */
export function mayShow({ cardImageHosts }: Hosts, remote: string | null): remote is string {
  if (remote === null || cardImageHosts.length === 0) return false;
  return cardImageHosts.includes(URL.parse(remote)?.origin ?? '');
}

/** The picture of a pack type: the operators' picture, by its name, or the shop's drawing. */
export function packImageUrl(packTypeId: string, picture: string | null): string {
  if (picture !== null && isWritten(picture)) return pictureUrl(picture);
  return `/art/pack/${packTypeId}.svg?v=${ART_VERSION}`;
}

/**
 * A picture from before pictures were re-encoded still has a file extension;
 * `write-old-pictures.ts` will re-encode it.
 */
function isWritten(picture: string): boolean {
  return !picture.includes('.');
}
