// What somebody uploaded, decoded and written anew: of the bytes that came nothing is kept but what was to be seen.
// The work is done in threads of its own, for one picture at a time, so that nobody else waits for it.
import { createHash } from 'node:crypto';
import type { Sharp, SharpOptions } from 'sharp';
import { PICTURE_WRITINGS, type PictureForm, type PictureFormat } from '#domain/picture.ts';
import { Rejection } from '#domain/rejection.ts';
import { PICTURE_PIXELS_MAX, pictureProblem } from '#domain/uploaded-picture.ts';
import { makeGate } from '../http/gate.ts';
import type { StoredPicture, PictureFile } from './pictures-queries.ts';

/** What was uploaded can't be shown. Its message is for whoever uploaded it. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem';
}

/** A picture that is written, to be kept by `storePicture`; its name is the hash of its files. */
export type WrittenPicture = StoredPicture;

// It takes memory and a core: one at a time, however many operators upload.
const throughGate = makeGate({ running: 1, waiting: 50, waitMs: 25_000 });

const STEP_SECONDS_MAX = 10;

function throughWriting<Written>(work: () => Promise<Written>): Promise<Written> {
  return throughGate(() => orBusy(work));
}

/** What takes too long is not broken: the machine is busy, and it is to be asked for again (choice 560). */
export async function orBusy<Written>(work: () => Promise<Written>): Promise<Written> {
  try {
    return await work();
  } catch (error) {
    throw tookTooLong(error) ? new Rejection('UNAVAILABLE') : error;
  }
}

/** sharp says it in words alone. */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout: ');
}

/**
 * Decodes what somebody uploaded, turns it as its EXIF says, and writes it in every width and format of its form, without
 * any metadata. Throws PictureProblem. Takes up to seconds: not to be waited for inside a transaction.
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

/** The shop's own drawing (SVG) as a JPEG, through the same gate: uploads are read while no reader of drawings is open. */
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

/** Loaded when somebody uploads: few processes ever need it. */
async function opener(): Promise<Open> {
  const { default: sharp } = await import('sharp');
  // The three kinds that are taken, and no reader of any other.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** The pixels of a picture, upright, no wider than so many. */
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
