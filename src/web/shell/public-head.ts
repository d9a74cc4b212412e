// Builds the head of a public screen. Search engines and link previews read it.
import { fullTitle, knownConfig } from '../accounts/config.ts';
import type { RouterContext } from './router-context.ts';
import { shopOf } from './page-title.ts';

const RASTER_FORM = /\.(jpeg|png|webp)(\?|$)/;
/** The shop's drawing of a pack. It has a wide JPEG for link previews beside it, which don't render SVG. */
const PACK_DRAWING = /^(\/art\/pack\/[^/?]+)\.svg(?=\?|$)/;

export type PublicPage = {
  /** The page's name for the title. If it is missing, the title is only the shop's name. */
  name?: string | undefined;
  /** The path of the canonical URL, without filters. */
  path: string;
  /** If given, replaces the shop's own description. */
  description?: string | undefined;
  /**
   * The picture for link previews. The drawing of a pack is replaced by its JPEG. If the picture is missing, or if
   * previews can't show its format, the shop's own picture is used.
   */
  picture?: string | undefined;
  /** Whether the picture has the wide format of the shop's own picture. */
  isWide?: boolean;
};

/** Returns the title, description, canonical URL, Open Graph tags and Twitter tags. */
export function publicHead(
  context: RouterContext,
  { name, path, description, ...given }: PublicPage,
) {
  const isDrawing = given.picture !== undefined && PACK_DRAWING.test(given.picture);
  const picture = given.picture?.replace(PACK_DRAWING, '$1.jpeg');
  const isWide = isDrawing || given.isWide === true;
  const { origin } = context;
  const title = fullTitle(shopOf(context), name);
  // The shop's own picture has 1200 x 630 pixels. It is never an SVG, because link previews don't render SVG.
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
      // If the size is missing, some previews leave out the picture the first time.
      ...(hasPicture && !isWide
        ? []
        : [
            { property: 'og:image:width', content: '1200' },
            { property: 'og:image:height', content: '630' },
          ]),
      // Any other picture is in portrait format, and a wide preview would cut off its top.
      { name: 'twitter:card', content: hasPicture && !isWide ? 'summary' : 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: address }],
  };
}
