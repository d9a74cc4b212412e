// Decides which uploaded files the shop accepts as pictures. Looks only at the bytes, because the file name and the
// declared type can't be trusted.
import { PICTURE_WRITINGS, type PictureForm } from './picture.ts';

export const PICTURE_BYTES_MAX = 8 * 1024 * 1024;
/**
 * The limit refuses decompression bombs, which are small files that unpack to huge pictures. Photographs of phones
 * have 12 or 24 million pixels.
 */
export const PICTURE_PIXELS_MAX = 25_000_000;
const PICTURE_SIDE_MAX = 8000;

/** The picture formats that the shop accepts. SVG is not among them, because it can contain scripts. */
type PictureKind = 'jpeg' | 'png' | 'webp';

/** A picture's kind and its sides in px. */
type Picture = { kind: PictureKind; width: number; height: number; isAnimated: boolean };

/**
 * The format and size of a picture. Null if the shop doesn't accept the picture. Checks the beginning and the end of
 * the file, so that no data can follow the picture.
 */
export function readPicture(bytes: Uint8Array): Picture | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}

/** Why a picture can't be accepted, in a sentence. Null if it can be accepted. */
export function pictureProblem(bytes: Uint8Array, form: PictureForm): string | null {
  const { sideMin, isSquare } = PICTURE_WRITINGS[form];
  if (bytes.length > PICTURE_BYTES_MAX) {
    return `The picture is larger than ${PICTURE_BYTES_MAX / 1024 / 1024} MB.`;
  }
  const picture = readPicture(bytes);
  if (picture === null) {
    return beginsAsPicture(bytes)
      ? 'The picture is cut off, or something else hangs behind it.'
      : 'This is not a JPEG, PNG or WebP picture.';
  }
  const { width, height, isAnimated } = picture;
  if (isAnimated) return 'The picture moves. Only still ones can be shown.';
  if ([width, height].some((side) => side < sideMin || side > PICTURE_SIDE_MAX)) {
    return `Each side must have ${sideMin} to ${PICTURE_SIDE_MAX} pixels, this picture has ${width} × ${height}.`;
  }
  if (isSquare && width !== height) {
    return `The picture must be square, this one has ${width} × ${height} pixels.`;
  }
  if (width * height > PICTURE_PIXELS_MAX) {
    return `The picture has more than ${PICTURE_PIXELS_MAX / 1_000_000} million pixels.`;
  }
  return null;
}

function beginsAsPicture(bytes: Uint8Array): boolean {
  return (
    has(bytes, 0, PNG_START) ||
    has(bytes, 0, JPEG_START) ||
    (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP')
  );
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
// The last chunk of a PNG, with its length 0, its name and its checksum.
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

function readPng(bytes: Uint8Array): Picture | null {
  const isPng =
    bytes.length >= 45 &&
    has(bytes, 0, PNG_START) &&
    textAt(bytes, 12) === 'IHDR' &&
    has(bytes, bytes.length - PNG_END.length, PNG_END);
  if (!isPng) return null;
  const view = viewOf(bytes);
  return {
    kind: 'png',
    width: view.getUint32(16),
    height: view.getUint32(20),
    isAnimated: isAnimatedPng(bytes, view),
  };
}

/** Whether a PNG is animated. An animated PNG has a chunk that says so before its first data. */
function isAnimatedPng(bytes: Uint8Array, view: DataView): boolean {
  let at = PNG_START.length;
  while (at + 12 <= bytes.length) {
    const name = textAt(bytes, at + 4);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += 12 + view.getUint32(at);
  }
  return false;
}

const JPEG_START = [0xff, 0xd8, 0xff];
const JPEG_END = [0xff, 0xd9];
// JPEG markers that start a frame and give its size. C4, C8 and CC are in the range but mean something else.
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Uint8Array): Picture | null {
  const isJpeg =
    bytes.length >= 4 &&
    has(bytes, 0, JPEG_START) &&
    has(bytes, bytes.length - JPEG_END.length, JPEG_END);
  if (!isJpeg) return null;
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (isFrame(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return { kind: 'jpeg', width, height, isAnimated: false };
    }
    const length = view.getUint16(at + 2);
    // The length includes its own two bytes, so a smaller value is invalid.
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
  const chunk = textAt(bytes, 12);
  const sides = webpSides(chunk, bytes, view);
  if (sides === null) return null;
  const isAnimated = chunk === 'VP8X' && (bytes[20]! & WEBP_MOVES) !== 0;
  return { kind: 'webp', ...sides, isAnimated };
}

/** The flag of an animation, in a WebP of the extended form. */
const WEBP_MOVES = 0b10;

/** The sides of a WebP. A WebP has one of three forms: extended, lossy or lossless. */
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
