// Makes pictures for tests. Some are such as a camera makes, and some are such as nobody should upload.
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata } from 'sharp';

/**
 * Makes a photograph with a camera's metadata, which contain the place, and a comment that is an HTML page. It is small
 * by default, because the shop's work grows with the number of pixels.
 */
export async function photograph({
  width = 300,
  height = 420,
  tone = 0,
  orientation = 1,
  format = 'jpeg',
}: {
  width?: number;
  height?: number;
  /** The tone of the picture. If the tone is different, the picture is a different one. */
  tone?: number;
  /** The EXIF orientation. 6 means that the picture is turned on its side. */
  orientation?: number;
  format?: 'jpeg' | 'png' | 'webp';
} = {}): Promise<Buffer> {
  // The upper left is dark and the lower right is light, so that tests can recognize the orientation.
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    pixels[at] = (x * 255) / width;
    pixels[at + 1] = (y * 255) / height;
    pixels[at + 2] = tone;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({
      IFD0: { Make: CAMERA, ImageDescription: '<script>alert(1)</script>' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 38/1 0/1' },
    })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

/** Returns the metadata of a file that the shop served. AVIF can be read too, although nobody may upload AVIF. */
export async function metadataOf(bytes: Buffer): Promise<Metadata> {
  sharp.unblock({ operation: ['VipsForeignLoadHeif'] });
  return sharp(bytes).metadata();
}

/** The camera's name in the metadata of `photograph`. */
export const CAMERA = 'Nosy Camera 7';

/** Makes an animated WebP that has two pictures. */
export async function movingWebp(): Promise<Buffer> {
  const still = { create: { width: 300, height: 300, channels: 3 as const, background: '#246' } };
  const frames = [sharp(still), sharp({ create: { ...still.create, background: '#642' } })];
  const pngs = await Promise.all(frames.map((frame) => frame.png().toBuffer()));
  return sharp(pngs, { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer();
}

/** Makes a PNG of one colour that claims this width and height. Its few bytes unpack to many. */
export function packedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * Math.min(height, 4000)), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
