// A photograph's file name says which card it shows: `A-0001_3.jpg` is card 3 of pack A-0001.

/** A number that is larger than the number of cards in any pack. */
const POSITION_MAX = 100;

/** The serial of the pack and the position of the card, from 1. Null if the name has another form. */
export function readPhotographName(file: string): { serial: string; position: number } | null {
  const [, serial, written] = /^(.+)_(\d{1,3})\.(?:jpe?g|png|webp)$/i.exec(file) ?? [];
  const position = Number(written);
  if (serial === undefined || position < 1 || position > POSITION_MAX) return null;
  return { serial, position };
}
