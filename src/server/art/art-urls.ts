// Where the shop's own art is found. The version is part of the address, so that a picture can be
// cached for ever and still be redrawn.

const ART_VERSION = 1;

/** The picture of a catalogue card. */
export function cardImageUrl(cardId: string): string {
  return `/art/card/${cardId}.svg?v=${ART_VERSION}`;
}

/** The picture of a pack type: the one that operators gave it, by name, or the shop's drawing. */
export function packImageUrl(packTypeId: string, picture: string | null): string {
  if (picture !== null) return `/art/picture/${picture}`;
  return `/art/pack/${packTypeId}.svg?v=${ART_VERSION}`;
}
