// A sealed pack on the cloth: its body, the strip in slices, the light in the slit, and the cards behind the pack.
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
} from 'react';
import { fetchArt, PackImage } from '../ui/art.tsx';
import { Icon } from '../ui/icon.tsx';
import { photographSources } from '../ui/picture-sources.ts';
import { playRip, tickTear } from '../browser/effects.ts';
import { SLICES, TEAR_AT } from './tear-curve.ts';
import { followHand, makeTearDriver, SLICE_INDEXES, type TearDriver } from './tear-driver.ts';

/** The height of a pack's picture divided by its width. The picture is 300 x 470. */
const PACK_RATIO = 470 / 300;
const STRIP_RATIO = PACK_RATIO * TEAR_AT;
/** The maximum number of device pixels per CSS pixel in the bitmap. */
const DOTS_MAX = 2;

type TearPackProps = {
  image: string;
  /** The colour of the light in the slit. It is warm white until the cards are known. */
  glow: string;
  /** Whether the user may drag the strip. They may if the pack is sealed and motion is not reduced. */
  isForHands: boolean;
  /** Called when the user has torn the strip at least to COMMIT_AT. */
  onTorn: () => void;
  /** Called when the strip can be seen to tear: its picture is drawn, or can't be drawn. */
  onDrawn?: () => void;
  driver: Ref<TearDriver>;
};

export function TearPack({ image, glow, isForHands, onTorn, onDrawn, driver }: TearPackProps) {
  const handle = useRef<HTMLDivElement>(null);
  const pack = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const slit = useRef<HTMLDivElement>(null);
  const leak = useRef<HTMLDivElement>(null);
  const stack = useRef<HTMLDivElement>(null);
  const tear = useRef<TearDriver>(null);
  const width = useWidth(pack);
  const drawn = useStripPicture(image, width);
  const picture = drawn ?? null;

  useLayoutEffect(() => {
    tear.current = makeTearDriver({
      pack: pack.current!,
      strip: strip.current!,
      slices: [...strip.current!.children] as HTMLElement[],
      slit: slit.current!,
      grip: grip.current!,
      leak: leak.current!,
      stack: stack.current!,
    });
    return () => tear.current?.stop();
  }, []);
  useImperativeHandle(driver, () => tear.current!, []);

  useEffect(() => {
    if (!isForHands) return;
    return followHand(handle.current!, pack.current!, tear.current!, {
      tick: tickTear,
      rip: playRip,
      commit: onTorn,
    });
  }, [isForHands, onTorn]);

  const noteDrawn = useEffectEvent(() => onDrawn?.());
  const isDrawn = drawn !== undefined;
  useEffect(() => {
    if (isDrawn) noteDrawn();
  }, [isDrawn]);

  return (
    <div className="tear" style={{ '--glow': glow }}>
      <div ref={leak} className="tear-leak" aria-hidden="true" />
      <div ref={stack} className="tear-stack" aria-hidden="true">
        {[2, 1, 0].map((depth) => (
          <img
            key={depth}
            src="/card-back.svg"
            alt=""
            width={315}
            height={440}
            className="card-corners"
            style={{ transform: `translateX(${depth * 4}px) rotate(${depth * 2}deg)` }}
          />
        ))}
      </div>
      <div ref={pack} className="tear-pack">
        <div className="tear-body" data-cut={picture !== null || undefined}>
          <PackImage src={image} alt="" eager first className="w-full" />
        </div>
        <div ref={slit} className="tear-slit" aria-hidden="true" />
        <div ref={strip} className="tear-strip" aria-hidden="true">
          {SLICE_INDEXES.map((at) => (
            <i
              key={at}
              style={{
                left: `${(at / SLICES) * width}px`,
                width: `${width / SLICES + 0.5}px`,
                height: `${width * STRIP_RATIO}px`,
                backgroundImage: picture === null ? undefined : `url("${picture}")`,
                backgroundSize: `${width}px ${width * STRIP_RATIO}px`,
                backgroundPosition: `${(-at / SLICES) * width}px 0`,
              }}
            />
          ))}
        </div>
        <div ref={handle} className="tear-hand" data-idle={!isForHands || undefined}>
          <span className="tear-guide" aria-hidden="true" />
          <span ref={grip} className="tear-grip" aria-hidden="true">
            <Icon name="right" size={18} />
          </span>
        </div>
      </div>
    </div>
  );
}

function useWidth(of: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = of.current!;
    const measure = () => setWidth(element.offsetWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return width;
}

/**
 * Returns the top of the pack as a bitmap; undefined until the bitmap is rendered; null if it can't be rendered. Without
 * a bitmap, each slice would render the whole vector picture again.
 */
function useStripPicture(image: string, width: number): string | null | undefined {
  const [picture, setPicture] = useState<string | null>();
  useEffect(() => {
    if (width === 0) return;
    let isWanted = true;
    const source = fetchArt(image, { width: 300, height: 470 });
    const draw = async () => {
      await source.decode();
      const dots = Math.min(DOTS_MAX, devicePixelRatio);
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(width * dots);
      canvas.height = Math.round(width * STRIP_RATIO * dots);
      const pen = canvas.getContext('2d')!;
      pen.drawImage(source, ...placeOf(image, source, canvas.width));
      if (isWanted) setPicture(canvas.toDataURL());
    };
    // If there is no bitmap, the pack stays in one piece, and the user can still open it.
    draw().catch(() => {
      if (isWanted) setPicture(null);
    });
    return () => {
      isWanted = false;
    };
  }, [image, width]);
  return picture;
}

/**
 * Returns the position of the whole picture on a pack that is `dots` device pixels wide. A photograph keeps its aspect
 * ratio, as on the page.
 */
function placeOf(
  image: string,
  { naturalWidth, naturalHeight }: HTMLImageElement,
  dots: number,
): [left: number, top: number, width: number, height: number] {
  const box = { width: dots, height: dots * PACK_RATIO };
  if (photographSources(image) === null) return [0, 0, box.width, box.height];
  const scale = Math.min(box.width / naturalWidth, box.height / naturalHeight);
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  return [(box.width - width) / 2, (box.height - height) / 2, width, height];
}
