// The head of a public screen, which search engines and link previews read.
import { fullTitle, knownConfig } from '../accounts/config.ts';
import type { RouterContext } from './router-context.ts';
import { shopOf } from './page-title.ts';

const RASTER_FORM = /\.(jpeg|png|webp)(\?|$)/;

export type PublicPage = {
  /** The page's name in the title. If it is missing, the title is the shop's name. */
  name?: string | undefined;
  /** The path of the canonical URL, without filters. */
  path: string;
  /** Replaces the shop's own description. */
  description?: string | undefined;
  /**
   * The picture for link previews. Without it, or if previews can't show its format, the shop's own picture is used.
   */
  picture?: string | undefined;
  /** Whether the picture has the same wide format as the shop's own. */
  isWide?: boolean;
};

/** Title, description, canonical URL, Open Graph and Twitter tags. */
export function publicHead(
  context: RouterContext,
  { name, path, description, picture, isWide }: PublicPage,
) {
  const { origin } = context;
  const title = fullTitle(shopOf(context), name);
  // The shop's own picture: 1200 x 630, and never SVG, because link previews don't render SVG.
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
      // The size is given, because some previews otherwise leave out the picture the first time.
      ...(hasPicture && !isWide
        ? []
        : [
            { property: 'og:image:width', content: '1200' },
            { property: 'og:image:height', content: '630' },
          ]),
      // Other pictures are portrait, and a wide preview would cut off their top.
      { name: 'twitter:card', content: hasPicture && !isWide ? 'summary' : 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: address }],
  };
}
