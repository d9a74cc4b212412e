// Pictures of cards and packs. A picture that does not come is replaced by one that is always there.
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { drawingBehind, photographSources } from './picture-sources.ts';

/** A real card is 63 x 88 mm; its picture has these sizes. A photograph of one is cut to them, of a pack it is whole. */
const CARD = { width: 315, height: 440, fallback: '/card-back.svg', fit: 'object-cover' };
const PACK = { width: 300, height: 470, fallback: '/pack-plain.svg', fit: 'object-contain' };

/** How wide a photograph is shown at the most, where its page doesn't say. */
const USUAL_SIZES = '(min-width: 640px) 312px, 60vw';

type ArtProps = {
  src: string;
  /** Empty where the name is next to it. */
  alt: string;
  /** Above the fold: never late. */
  eager?: boolean;
  /** The largest thing of the page: fetched before all others. */
  first?: boolean;
  /** Seen at once, but behind the largest thing: fetched after it. */
  second?: boolean;
  /** Flies from its place on one page to that on the next, where both give it the same name. */
  travelsAs?: string;
  /** How wide it is shown, as `sizes` writes it: which file of a photograph is fetched. */
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

  // A picture of a server-rendered page may have failed before anybody listened.
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
        // Its own sides may be others: its place stays as it is.
        ...(photograph !== null && { aspectRatio: `${width} / ${height}` }),
        // Seen until the other one is here.
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

/** Has a picture at hand before it is shown, in the file that is then chosen. */
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
