// Detects a picture's format from its bytes. Neither its name nor the declared type is trusted.

export const PICTURE_BYTES_MAX = 5 * 1024 * 1024;
const PICTURE_SIDE_MIN = 200;
const PICTURE_SIDE_MAX = 4000;

/** The picture formats that the shop accepts: no SVG, which can contain scripts. */
type PictureKind = 'jpeg' | 'png' | 'webp';

/** A picture's kind and its sides in px. */
export type Picture = { kind: PictureKind; width: number; height: number };

/**
 * The format of a picture, null if the shop doesn't accept it. The bytes must begin and
 * end as the kind does: nothing may hang behind the picture.
 */
export function readPicture(bytes: Uint8Array): Picture | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}

/** Why a picture can't be taken, as a sentence; null when it can. */
export function pictureProblem(bytes: Uint8Array): string | null {
  if (bytes.length > PICTURE_BYTES_MAX) return 'The picture is larger than 5 MB.';
  const picture = readPicture(bytes);
  if (picture === null) return 'This is not a JPEG, PNG or WebP picture.';
  const sides = [picture.width, picture.height];
  if (sides.some((side) => side < PICTURE_SIDE_MIN || side > PICTURE_SIDE_MAX)) {
    return `Each side must have ${PICTURE_SIDE_MIN} to ${PICTURE_SIDE_MAX} pixels, this picture has ${picture.width} × ${picture.height}.`;
  }
  return null;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
// The last chunk: no data, its name, its checksum.
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

function readPng(bytes: Uint8Array): Picture | null {
  const isPng =
    bytes.length >= 45 &&
    has(bytes, 0, PNG_START) &&
    textAt(bytes, 12) === 'IHDR' &&
    has(bytes, bytes.length - PNG_END.length, PNG_END);
  if (!isPng) return null;
  const view = viewOf(bytes);
  return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

const JPEG_END = [0xff, 0xd9];
// Markers that start a frame and give its dimensions. C4, C8 and CC are in the range but mean other things.
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Uint8Array): Picture | null {
  const isJpeg =
    bytes.length >= 4 &&
    has(bytes, 0, [0xff, 0xd8, 0xff]) &&
    has(bytes, bytes.length - JPEG_END.length, JPEG_END);
  if (!isJpeg) return null;
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (isFrame(marker)) {
      return { kind: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    const length = view.getUint16(at + 2);
    // The length counts its own two bytes; a smaller one would lead nowhere.
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

function readWebp(bytes: Uint8Array): Picture | null {
  const isWebp = bytes.length >= 30 && textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP';
  if (!isWebp) return null;
  const view = viewOf(bytes);
  if (view.getUint32(4, true) + 8 !== bytes.length) return null;
  const sides = webpSides(textAt(bytes, 12), bytes, view);
  return sides === null ? null : { kind: 'webp', ...sides };
}

/** Three forms of it: with extras, lossy, lossless. */
function webpSides(
  chunk: string,
  bytes: Uint8Array,
  view: DataView,
): { width: number; height: number } | null {
  if (chunk === 'VP8X') {
    const side = (at: number) => 1 + bytes[at]! + (bytes[at + 1]! << 8) + (bytes[at + 2]! << 16);
    return { width: side(24), height: side(27) };
  }
  if (chunk === 'VP8 ' && has(bytes, 23, [0x9d, 0x01, 0x2a])) {
    return {
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  }
  if (chunk === 'VP8L' && bytes[20] === 0x2f) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  return null;
}

function has(bytes: Uint8Array, at: number, wanted: readonly number[]): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte);
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCodePoint(...bytes.subarray(at, at + 4));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
