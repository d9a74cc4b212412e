// Pictures of cards and packs. A picture that does not come is replaced by one that is always there.
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

/** A real card is 63 x 88 mm; its picture has these sizes. */
const CARD = { width: 315, height: 440, fallback: '/card-back.svg' };
const PACK = { width: 300, height: 470, fallback: '/pack-plain.svg' };

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
  className,
  width,
  height,
  fallback,
  shape,
}: ArtProps & typeof CARD & { shape?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);

  // A picture of a server-rendered page may have failed before anybody listened.
  useEffect(() => {
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0 && element.currentSrc !== '')
      setFailed(src);
  }, [src]);

  return (
    <img
      ref={image}
      src={failed === src ? fallback : src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? 'sync' : 'async'}
      fetchPriority={first ? 'high' : second ? 'low' : 'auto'}
      draggable={false}
      onError={() => setFailed(src)}
      style={travelsAs === undefined ? undefined : { viewTransitionName: travelsAs }}
      className={classNames('block h-auto object-cover', shape, className)}
    />
  );
}
