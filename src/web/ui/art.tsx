// Pictures of cards and packs. A picture that does not load is replaced by one that is always available.
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { drawingBehind, photographSources } from './picture-sources.ts';

/**
 * A real card is 63 x 88 mm; its picture has these sizes. A photograph of a card is cropped to them; one of a pack is
 * shown whole.
 */
const CARD = { width: 315, height: 440, fallback: '/card-back.svg', fit: 'object-cover' };
const PACK = { width: 300, height: 470, fallback: '/pack-plain.svg', fit: 'object-contain' };

/** The maximum display width of a photograph, unless its page sets another. */
const USUAL_SIZES = '(min-width: 640px) 312px, 60vw';

type ArtProps = {
  src: string;
  /** Empty if the name is next to it. */
  alt: string;
  /** Above the fold: never lazy-loaded. */
  eager?: boolean;
  /** The largest element of the page: loaded before all others. */
  first?: boolean;
  /** Visible at once, but behind the largest element: loaded after it. */
  second?: boolean;
  /** Animates from its place on one page to its place on the next, if both give it the same name. */
  travelsAs?: string;
  /** The display width in the syntax of `sizes`; it determines which file of a photograph is loaded. */
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

  // A picture of a server-rendered page may have failed before this code listened.
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
        // The photograph's aspect ratio may differ; this reserves the same space.
        ...(photograph !== null && { aspectRatio: `${width} / ${height}` }),
        // Visible until the photograph has loaded.
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

/** Preloads a picture in the file that will be chosen when it is shown. */
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
