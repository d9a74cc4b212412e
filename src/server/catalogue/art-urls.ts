// The URLs of the shop's own art. The version is part of the address, so that a picture can be
// cached for ever and still be redrawn.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureUrl } from '../pictures/picture-urls.ts';

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

/** The picture of a catalogue card. */
export function cardImageUrl(cardId: string): string {
  return `/art/card/${cardId}.svg?v=${ART_VERSION}`;
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
