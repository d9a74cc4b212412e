import { expect, test } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import type { RouterContext } from './router-context.ts';
import { publicHead } from './public-head.ts';

const queryClient = new QueryClient();
queryClient.setQueryData(['GET /config', {}], {
  name: 'Harbour Cards',
  sharePicture: '/share-plain.jpg',
});
const SHOP = { origin: 'https://shop.example', queryClient } as RouterContext;

test('a page has one canonical address, for any filters', () => {
  const { links } = publicHead(SHOP, { name: 'Packs', path: '/packs' });
  expect(links).toEqual([{ rel: 'canonical', href: 'https://shop.example/packs' }]);
});

test('a link to a pack shows its photograph, or a wide picture of its drawing', () => {
  const pictureOf = (picture: string) =>
    publicHead(SHOP, { name: 'Innistrad', path: '/pack/a', picture }).meta.find(
      (tag) => 'property' in tag && tag.property === 'og:image',
    );
  expect(pictureOf('/pictures/abc-640.webp')).toMatchObject({
    content: 'https://shop.example/pictures/abc-640.webp',
  });
  expect(pictureOf('/art/pack/a.svg?v=1')).toMatchObject({
    content: 'https://shop.example/art/pack/a.jpeg?v=1',
  });
  expect(pictureOf('/art/back.svg')).toMatchObject({
    content: 'https://shop.example/share-plain.jpg',
  });
});

test('a preview gets the size of a picture that is as wide as the shop’s own', () => {
  const widthOf = (page: { picture?: string; isWide?: boolean }) =>
    publicHead(SHOP, { path: '/card/a', ...page }).meta.find(
      (tag) => 'property' in tag && tag.property === 'og:image:width',
    );
  const wide = { property: 'og:image:width', content: '1200' };
  expect(widthOf({ picture: '/art/card/a.jpeg?v=1', isWide: true })).toEqual(wide);
  expect(widthOf({ picture: '/art/pack/a.svg?v=1' })).toEqual(wide);
  expect(widthOf({})).toEqual(wide);
  expect(widthOf({ picture: '/pictures/abc-640.webp' })).toBeUndefined();
});

test('a page without its own description has the shop’s', () => {
  const { meta } = publicHead(SHOP, { path: '/' });
  expect(meta).toContainEqual({ title: 'Harbour Cards' });
  expect(JSON.stringify(meta)).not.toContain('description');
});
