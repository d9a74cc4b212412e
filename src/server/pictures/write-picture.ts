// Decodes and re-encodes uploads, so that only the visible picture remains of the uploaded bytes. The work is done in
// separate threads, one picture at a time, so that other requests don't wait.
import { createHash } from 'node:crypto';
import type { Sharp, SharpOptions } from 'sharp';
import { PICTURE_WRITINGS, type PictureForm, type PictureFormat } from '#domain/picture.ts';
import { Rejection } from '#domain/rejection.ts';
import { PICTURE_PIXELS_MAX, pictureProblem } from '#domain/uploaded-picture.ts';
import { makeGate } from '../http/gate.ts';
import type { StoredPicture, PictureFile } from './pictures-queries.ts';

/** Thrown if an upload can't be used. The message is for the uploader. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem';
}

/** A re-encoded picture for `storePicture`. Its name is the hash of its files. */
export type WrittenPicture = StoredPicture;

// Only one picture is processed at a time, because each takes memory and a core.
const throughGate = makeGate({ running: 1, waiting: 50, waitMs: 25_000 });

const STEP_SECONDS_MAX = 10;

function throughWriting<Written>(work: () => Promise<Written>): Promise<Written> {
  return throughGate(() => orBusy(work));
}

/**
 * Turns a time-out of `work` into "busy, please retry", because the machine is too busy and the picture is not broken
 * (choice 560).
 */
export async function orBusy<Written>(work: () => Promise<Written>): Promise<Written> {
  try {
    return await work();
  } catch (error) {
    throw tookTooLong(error) ? new Rejection('UNAVAILABLE') : error;
  }
}

/** sharp reports a time-out only by its message. */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout: ');
}

/**
 * Decodes an upload, rotates it by its EXIF data, and encodes it in every width and format of its form. All metadata is
 * removed. Throws PictureProblem if the upload can't be used. Never call it inside a transaction, because it may take
 * seconds.
 */
export async function writePicture(
  bytes: Uint8Array,
  form: PictureForm = 'photograph',
): Promise<WrittenPicture> {
  const problem = pictureProblem(bytes, form);
  if (problem !== null) throw new PictureProblem(problem);
  return throughWriting(() => write(bytes, form));
}

async function write(bytes: Uint8Array, form: PictureForm): Promise<WrittenPicture> {
  const { widths, formats } = PICTURE_WRITINGS[form];
  const open = await opener();
  const { data, info } = await decode(open, bytes, widths[2]);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files: PictureFile[] = [];
  for (const width of widths) {
    for (const format of formats) {
      const scaled = open(data, { raw }).resize({ width, withoutEnlargement: true });
      const written = encoded(scaled, format).timeout({ seconds: STEP_SECONDS_MAX });
      files.push({ width, format, bytes: await written.toBuffer() });
    }
  }
  return { name: nameOf(files), form, width: info.width, height: info.height, files };
}

/**
 * Turns a drawing of the shop (SVG) into a JPEG. It waits at the gate of uploads, because no upload may be decoded
 * while the SVG decoder is enabled.
 */
export async function writeDrawing(svg: string): Promise<Buffer> {
  return throughWriting(async () => {
    const open = await opener();
    const { default: sharp } = await import('sharp');
    const drawings = { operation: ['VipsForeignLoadSvg'] };
    sharp.unblock(drawings);
    try {
      const drawn = open(Buffer.from(svg), { limitInputPixels: PICTURE_PIXELS_MAX });
      return await drawn.timeout({ seconds: STEP_SECONDS_MAX }).jpeg({ quality: 82 }).toBuffer();
    } finally {
      sharp.block(drawings);
    }
  });
}

type Open = (bytes: Uint8Array, options: SharpOptions) => Sharp;

/** sharp is loaded at the first upload, because few processes need it. */
async function opener(): Promise<Open> {
  const { default: sharp } = await import('sharp');
  // Enables only the decoders of the three accepted formats.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Decodes the pixels of a picture, upright, and at most `width` wide. */
async function decode(open: Open, bytes: Uint8Array, width: number) {
  try {
    return await open(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'warning' })
      .timeout({ seconds: STEP_SECONDS_MAX })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (tookTooLong(error)) throw error;
    throw new PictureProblem('The picture is broken: it can’t be read to its end.');
  }
}

function encoded(picture: Sharp, format: PictureFormat): Sharp {
  switch (format) {
    case 'avif':
      return picture.avif({ quality: 55, effort: 3 });
    case 'webp':
      return picture.webp({ quality: 80 });
    case 'png':
      return picture.png({ compressionLevel: 9, palette: false });
  }
}

function nameOf(files: PictureFile[]): string {
  const hash = createHash('sha256');
  for (const { width, format, bytes } of files)
    hash.update(`${width} ${format} ${bytes.length}\n`).update(bytes);
  return hash.digest('base64url');
}
