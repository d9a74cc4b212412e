// The URLs of the shop's own art. Each URL contains the version of the drawings, so that browsers
// can cache a picture for ever and still get a changed drawing.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Motif } from '../../art/motif.ts';
import { pictureUrl } from '../pictures/picture-urls.ts';
import type { Config } from '../runtime/config.ts';

/** A hash of the drawing code, so that any change to the drawings also changes their URLs. */
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

/** The fields that decide a card's picture. */
type CardFace = {
  /** The card's id in the catalogue. */
  id: string;
  /** The URL of the card's picture at the source. */
  remote: string | null;
  /** The name of the photograph of this physical card. Null if there is no photograph that may be shown. */
  photograph?: string | null;
};

/**
 * The URL of a card's picture. This is the photograph if there is one, or else the source's picture
 * if the operator may show it (choice 295), or else the shop's drawing.
 */
export function cardImageUrl(config: Hosts, { id, remote, photograph = null }: CardFace): string {
  if (photograph !== null) return pictureUrl(photograph);
  if (mayShow(config, remote)) return `/art/remote/${id}?v=${ART_VERSION}`;
  return cardDrawingUrl(id);
}

/** The URL of the shop's drawing of a card. `motif` replaces the card's own motif. */
export function cardDrawingUrl(cardId: string, motif?: Motif): string {
  return `/art/card/${cardId}.svg?v=${ART_VERSION}${motif === undefined ? '' : `&as=${motif}`}`;
}

/**
 * The URL of a JPEG of the card's drawing on felt. Link previews need the JPEG, because they can't
 * show SVG.
 */
export function cardShareUrl(cardId: string): string {
  return `/art/card/${cardId}.jpeg?v=${ART_VERSION}`;
}

type Hosts = Pick<Config, 'cardImageHosts'>;

/** Whether the operator allowed the host of this external picture. */
export function mayShow({ cardImageHosts }: Hosts, remote: string | null): remote is string {
  if (remote === null || cardImageHosts.length === 0) return false;
  return cardImageHosts.includes(URL.parse(remote)?.origin ?? '');
}

/**
 * The URL of a pack type's picture. This is the operators' picture with the name `picture`, or else
 * the shop's drawing.
 */
export function packImageUrl(packTypeId: string, picture: string | null): string {
  if (picture !== null && isWritten(picture)) return pictureUrl(picture);
  return `/art/pack/${packTypeId}.svg?v=${ART_VERSION}`;
}

/**
 * Whether a picture was re-encoded. The names of older pictures have a file extension until
 * `write-old-pictures.ts` re-encodes the pictures.
 */
function isWritten(picture: string): boolean {
  return !picture.includes('.');
}
