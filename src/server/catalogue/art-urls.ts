// The URLs of the shop's own art. Each URL contains the version of the drawings, so that browsers
// can cache a picture for ever and still get a changed drawing (choice 1015).

import type { Motif } from '../../art/motif.ts';
import { pictureUrl } from '../pictures/picture-urls.ts';
import type { Config } from '../runtime/config.ts';
import type { Context } from '../runtime/context.ts';

type Drawer = Pick<Context, 'settings'>;
type Shop = Pick<Context, 'config' | 'settings'>;

function versioned({ settings }: Drawer, path: string): string {
  return `${path}?v=${settings.artVersion()}`;
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
export function cardImageUrl(context: Shop, { id, remote, photograph = null }: CardFace): string {
  if (photograph !== null) return pictureUrl(photograph);
  if (mayShow(context.config, remote)) return versioned(context, `/art/remote/${id}`);
  return cardDrawingUrl(context, id);
}

/** The URL of the shop's drawing of a card. `motif` replaces the card's own motif. */
export function cardDrawingUrl(context: Drawer, cardId: string, motif?: Motif): string {
  const url = versioned(context, `/art/card/${cardId}.svg`);
  return motif === undefined ? url : `${url}&as=${motif}`;
}

/**
 * The URL of a JPEG of the card's drawing on felt. Link previews need the JPEG, because they can't
 * show SVG.
 */
export function cardShareUrl(context: Drawer, cardId: string): string {
  return versioned(context, `/art/card/${cardId}.jpeg`);
}

/** The URL of a picture of a pack type that is no SVG: the operators' picture, or else that of link previews. */
export function packShareUrl(context: Drawer, packTypeId: string, picture: string | null): string {
  const url = packImageUrl(context, packTypeId, picture);
  return url.replace(/\.svg(?=\?)/, '.jpeg');
}

/** Whether the operator allowed the host of this external picture. */
export function mayShow({ cardImageHosts }: Config, remote: string | null): remote is string {
  if (remote === null || cardImageHosts.length === 0) return false;
  return cardImageHosts.includes(URL.parse(remote)?.origin ?? '');
}

/**
 * The URL of a pack type's picture. This is the operators' picture with the name `picture`, or else
 * the shop's drawing.
 */
export function packImageUrl(context: Drawer, packTypeId: string, picture: string | null): string {
  if (picture !== null && isWritten(picture)) return pictureUrl(picture);
  return versioned(context, `/art/pack/${packTypeId}.svg`);
}

/**
 * Whether a picture was re-encoded. The names of older pictures have a file extension until
 * `write-old-pictures.ts` re-encodes the pictures.
 */
function isWritten(picture: string): boolean {
  return !picture.includes('.');
}
