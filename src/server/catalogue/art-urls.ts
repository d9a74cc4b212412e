// The URLs of the shop's own art. The version is part of the address, so that a picture can be
// cached for ever and still be redrawn.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureUrl } from '../pictures/picture-urls.ts';
import type { Config } from '../runtime/config.ts';

/** Names the code that draws: nobody can change a stroke and forget to change the address. */
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

/** What a card may be shown by. */
type CardFace = {
  /** Of the catalogue. */
  id: string;
  /** Where its source has a picture of it. */
  remote: string | null;
  /** The name of the photograph of the very card, where one was taken and may be seen. */
  photograph?: string | null;
};

/**
 * The picture of a card: its photograph; the one of its source, where the operator may show that (choice 295); or the
 * shop's drawing.
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

/** The same on felt, as a JPEG for the previews of links, which draw no SVG. */
export function cardShareUrl(cardId: string): string {
  return `/art/card/${cardId}.jpeg?v=${ART_VERSION}`;
}

type Hosts = Pick<Config, 'cardImageHosts'>;

/** Whether the operator named the host of a picture that lies elsewhere. */
export function mayShow({ cardImageHosts }: Hosts, remote: string | null): remote is string {
  if (remote === null || cardImageHosts.length === 0) return false;
  return cardImageHosts.includes(URL.parse(remote)?.origin ?? '');
}

/** The picture of a pack type: the one that operators gave it, by name, or the shop's drawing. */
export function packImageUrl(packTypeId: string, picture: string | null): string {
  if (picture !== null && isWritten(picture)) return pictureUrl(picture);
  return `/art/pack/${packTypeId}.svg?v=${ART_VERSION}`;
}

/** One that came before pictures were written anew still has the name of its kind: its turn comes. */
function isWritten(picture: string): boolean {
  return !picture.includes('.');
}
