// The head of a public screen, which search engines and link previews read.
import { fullTitle, knownConfig } from '../accounts/config.ts';
import type { RouterContext } from './router-context.ts';
import { shopOf } from './page-title.ts';

const RASTER_FORM = /\.(jpeg|png|webp)(\?|$)/;

export type PublicPage = {
  /** Without a name, the title is the shop's name. */
  name?: string | undefined;
  /** The canonical path of the page: filtered lists are the same page. */
  path: string;
  /** Replaces the shop's own description. */
  description?: string | undefined;
  /** The picture of the page's subject. The shop's own is used if link previews could not show this one. */
  picture?: string | undefined;
  /** The picture has the same wide format as the shop's own. */
  isWide?: boolean;
};

/** Title, description, canonical address, Open Graph and Twitter tags. */
export function publicHead(
  context: RouterContext,
  { name, path, description, picture, isWide }: PublicPage,
) {
  const { origin } = context;
  const title = fullTitle(shopOf(context), name);
  // 1200 x 630; link previews do not render SVG.
  const ofShop = knownConfig(context)?.sharePicture ?? '';
  const address = origin + path;
  const hasPicture = picture !== undefined && RASTER_FORM.test(picture);
  return {
    meta: [
      { title },
      ...(description === undefined ? [] : [{ name: 'description', content: description }]),
      ...(description === undefined ? [] : [{ property: 'og:description', content: description }]),
      { property: 'og:title', content: title },
      { property: 'og:url', content: address },
      { property: 'og:image', content: origin + (hasPicture ? picture : ofShop) },
      // Some previews leave out a picture on first use if its size is not given.
      ...(hasPicture && !isWide
        ? []
        : [
            { property: 'og:image:width', content: '1200' },
            { property: 'og:image:height', content: '630' },
          ]),
      // A pack is portrait: cropped to a wide frame, it would lose its top.
      { name: 'twitter:card', content: hasPicture && !isWide ? 'summary' : 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: address }],
  };
}
