import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPictureFile } from './picture-file.ts';

test('a logo may be as low as a line of text, but a photograph may not', async () => {
  const bytes = await sharp({
    create: { width: 640, height: 120, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(bytes)], 'logo.png');
  expect(await readPictureFile(file, 'logo')).toEqual({ picture: bytes.toString('base64') });
  expect(await readPictureFile(file, 'photograph')).toEqual({
    problem: 'Each side must have 200 to 8000 pixels, this picture has 640 × 120.',
  });
});
