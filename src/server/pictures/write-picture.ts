// Decodes uploads and re-encodes them: of the uploaded bytes only the visible picture remains. The
// work runs in threads of its own, one picture at a time, so that no other request waits for it.
import { createHash } from 'node:crypto';
import type { Sharp, SharpOptions } from 'sharp';
import { PICTURE_WRITINGS, type PictureForm, type PictureFormat } from '#domain/picture.ts';
import { Rejection } from '#domain/rejection.ts';
import { PICTURE_PIXELS_MAX, pictureProblem } from '#domain/uploaded-picture.ts';
import { makeGate } from '../http/gate.ts';
import type { StoredPicture, PictureFile } from './pictures-queries.ts';

/** The upload can't be shown. The message is for the uploader. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem';
}

/** A re-encoded picture, to be stored by `storePicture`; its name is the hash of its files. */
export type WrittenPicture = StoredPicture;

// It takes memory and a core: one at a time, however many operators upload.
const throughGate = makeGate({ running: 1, waiting: 50, waitMs: 25_000 });

const STEP_SECONDS_MAX = 10;

function throughWriting<Written>(work: () => Promise<Written>): Promise<Written> {
  return throughGate(() => orBusy(work));
}

/**
 * A time-out doesn't mean a broken picture: the machine is busy, and the operator should retry
 * (choice 560).
 */
export async function orBusy<Written>(work: () => Promise<Written>): Promise<Written> {
  try {
    return await work();
  } catch (error) {
    throw tookTooLong(error) ? new Rejection('UNAVAILABLE') : error;
  }
}

/** sharp reports it only in its message. */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout: ');
}

/**
 * Decodes an upload, rotates it by its EXIF, and encodes it in every width and format of its form,
 * without any metadata. Throws PictureProblem. Takes up to seconds: never call it inside a
 * transaction.
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
 * The shop's own drawing (SVG) as a JPEG, through the same gate: no upload is decoded while the SVG
 * decoder is enabled.
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

/** Loaded at the first upload: few processes ever need it. */
async function opener(): Promise<Open> {
  const { default: sharp } = await import('sharp');
  // Enables the three accepted formats, and no other decoder.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** The pixels of a picture, upright, with a maximum width. */
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
