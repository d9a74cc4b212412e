// Pictures of cards and packs. If a picture does not load, a picture that is always available replaces it.
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { drawingBehind, photographSources } from './picture-sources.ts';

/**
 * The sizes of pictures in pixels. A real card is 63 x 88 mm. Photographs of cards are cropped to CARD; photographs of
 * packs are shown whole.
 */
const CARD = { width: 315, height: 440, fallback: '/card-back.svg', fit: 'object-cover' };
const PACK = { width: 300, height: 470, fallback: '/pack-plain.svg', fit: 'object-contain' };

/** The value of `sizes` if the caller passes none. */
const USUAL_SIZES = '(min-width: 640px) 312px, 60vw';

type ArtProps = {
  src: string;
  /** The picture in words. Empty if the page shows the name of the card or pack next to the picture. */
  alt: string;
  /** Whether the picture is visible without scrolling, so that the browser loads it at once. */
  eager?: boolean;
  /** Whether the picture is the largest element of the page, so that it loads before all other pictures. */
  first?: boolean;
  /** Whether the picture is visible without scrolling, but must load after the page's largest element. */
  second?: boolean;
  /**
   * The name of the picture in a view transition. If two pages have a picture with this name, a navigation moves it
   * from its place on the first page to its place on the second.
   */
  travelsAs?: string;
  /** The display width, in the syntax of `sizes`. The browser uses it to choose the file of a photograph. */
  sizes?: string;
  className?: string;
};

export function CardImage(props: ArtProps) {
  return <Art {...props} {...CARD} shape="card-corners" />;
}

export function PackImage(props: ArtProps) {
  return <Art {...props} {...PACK} />;
}

function Art({
  src,
  alt,
  eager = false,
  first = false,
  second = false,
  travelsAs,
  sizes,
  className,
  width,
  height,
  fallback,
  fit,
  shape,
}: ArtProps & typeof CARD & { shape?: string }) {
  const [failed, setFailed] = useState({ src, times: 0 });
  const image = useRef<HTMLImageElement>(null);
  const drawing = drawingBehind(src);
  const tries = drawing === null ? [src, fallback] : [src, drawing, fallback];
  const times = failed.src === src ? failed.times : 0;
  const shown = tries[Math.min(times, tries.length - 1)]!;
  const photograph = photographSources(shown);

  // In a server-rendered page, a picture may fail before this code can listen for errors.
  useEffect(() => {
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0 && element.currentSrc !== '')
      setFailed({ src, times: 1 });
  }, [src]);

  const offered =
    photograph === null ? null : { sizes: sizes ?? (eager ? USUAL_SIZES : `auto, ${USUAL_SIZES}`) };
  const fitting = photograph === null ? 'object-cover' : fit;
  const picture = (
    <img
      ref={image}
      src={shown}
      srcSet={photograph?.webp}
      {...offered}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? 'sync' : 'async'}
      fetchPriority={first ? 'high' : second ? 'low' : 'auto'}
      draggable={false}
      onError={() => setFailed({ src, times: times + 1 })}
      style={{
        ...(travelsAs !== undefined && { viewTransitionName: travelsAs }),
        // Reserves the usual space, because the aspect ratio of the photograph may differ.
        ...(photograph !== null && { aspectRatio: `${width} / ${height}` }),
        // The drawing is visible until the external picture has loaded.
        ...(drawing !== null &&
          shown === src && { background: `url("${drawing}") center / cover no-repeat` }),
      }}
      className={classNames('block h-auto', fitting, shape, className)}
      {...(drawing !== null && { referrerPolicy: 'no-referrer' as const })}
    />
  );
  if (photograph === null) return picture;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={photograph.avif} {...offered} />
      {picture}
    </picture>
  );
}

/** Loads a picture before it is shown. Loads the same file that the browser will choose. */
export function fetchArt(src: string, size?: { width: number; height: number }): HTMLImageElement {
  const image = new Image(size?.width, size?.height);
  const photograph = photographSources(src);
  if (photograph !== null) {
    const source = document.createElement('source');
    Object.assign(source, { type: 'image/avif', srcset: photograph.avif, sizes: USUAL_SIZES });
    document.createElement('picture').append(source, image);
    Object.assign(image, { srcset: photograph.webp, sizes: USUAL_SIZES });
  }
  if (drawingBehind(src) !== null) image.referrerPolicy = 'no-referrer';
  image.src = src;
  return image;
}
