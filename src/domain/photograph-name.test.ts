import { expect, test } from 'vitest';
import { readPhotographName } from './photograph-name.ts';

test('a photograph is named after its pack and the place of its card', () => {
  expect(readPhotographName('A-0001_3.jpg')).toEqual({ serial: 'A-0001', position: 3 });
  expect(readPhotographName('box_7_pack_12_10.WebP')).toEqual({
    serial: 'box_7_pack_12',
    position: 10,
  });
});

test.each(['IMG_2041.heic', 'A-0001.jpg', 'A-0001_0.jpg', 'A-0001_101.png', '_3.jpg', 'A-0001_3'])(
  '%s names no place',
  (file) => expect(readPhotographName(file)).toBeNull(),
);
