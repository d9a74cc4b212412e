// The head of a screen that everybody may find: what search engines and the previews of links read.
import { fullTitle, knownConfig } from '../accounts/config.ts';
import type { RouterContext } from './router-context.ts';
import { shopOf } from './page-title.ts';

const RASTER_FORM = /\.(jpeg|png|webp)(\?|$)/;

export type PublicPage = {
  /** Without one the screen is called as the shop is. */
  name?: string | undefined;
  /** The one address of the page: narrowed lists are the same page. */
  path: string;
  /** In place of the shop's own. */
  description?: string | undefined;
  /** The picture of what the page is about; the shop's own if no preview could show it. */
  picture?: string | undefined;
  /** The picture is as wide as the shop's own. */
  isWide?: boolean;
};

/** Title, description, canonical address, Open Graph and Twitter tags. */
export function publicHead(
  context: RouterContext,
  { name, path, description, picture, isWide }: PublicPage,
) {
  const { origin } = context;
  const title = fullTitle(shopOf(context), name);
  // 1200 x 630; link previews draw no SVG.
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
      // Some previews show none at first whose size they would have to find out.
      ...(hasPicture && !isWide
        ? []
        : [
            { property: 'og:image:width', content: '1200' },
            { property: 'og:image:height', content: '630' },
          ]),
      // A pack stands upright: cut to a wide frame it would lose its head.
      { name: 'twitter:card', content: hasPicture && !isWide ? 'summary' : 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: address }],
  };
}
