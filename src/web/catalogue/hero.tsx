// The stage of the home page. It shows one pack at a time on cloth, with three cards that the pack may contain.
import type { PackType } from '#contract/catalogue.ts';
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type TouchEvent,
} from 'react';
import { CardImage, PackImage } from '../ui/art.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { ALONG_ROW, stepByKey } from '../ui/step-by-key.ts';
import { BoughtLink } from './bought-link.tsx';
import './navigation-state.ts';
import { OnBreakBadge } from './on-break-badge.tsx';
import { useOwnBreak } from './own-break.ts';
import { useReachedLimit } from './reached-limits.ts';
import { samplePort, type Sample } from './sample-port.ts';
import { TaxNote } from './tax-note.tsx';
import { isBuyable, useBuy } from './use-buy.ts';

/** The time that the carousel animates. Meanwhile it ignores input (docs/product.md §14). */
const LOCK_MS = 300;
const SWIPE_PX = 48;

type HeroProps = {
  packs: readonly PackType[];
  /** The line above the pack's name. */
  greeting: ReactNode;
  index: number;
  /** Whether the stage has settled on its first pack. Before that, the button of the first pack must not change. */
  isSteady: boolean;
  onIndex: (index: number) => void;
};

export function Hero({ packs, greeting, index, isSteady, onIndex }: HeroProps) {
  const pack = packs[index]!;
  const [move, setMove] = useState<{ from: 'left' | 'right' } | null>(null);
  const [isMoving, setMoving] = useState(false);
  const locked = useRef(false);
  const sample = useSample();

  const goTo = (next: number, from: 'left' | 'right') => {
    if (locked.current || packs.length < 2) return;
    locked.current = true;
    setMoving(true);
    setTimeout(() => {
      locked.current = false;
      setMoving(false);
    }, LOCK_MS);
    setMove({ from });
    onIndex((next + packs.length) % packs.length);
  };
  const swipe = useSwipe(
    () => goTo(index - 1, 'left'),
    () => goTo(index + 1, 'right'),
  );

  return (
    <section
      data-theme="dark"
      aria-roledescription="carousel"
      aria-label="Packs"
      className="baize overflow-hidden"
    >
      <div
        aria-live="polite"
        aria-busy={isMoving}
        id="hero-slide"
        {...swipe}
        role={packs.length > 1 ? 'tabpanel' : undefined}
        aria-labelledby={packs.length > 1 ? `hero-tab-${index}` : undefined}
        style={{ '--from': move?.from === 'left' ? '-24px' : '24px' }}
      >
        <Slide
          pack={pack}
          greeting={greeting}
          isFirst={move === null}
          isSteady={isSteady || move !== null}
          onTry={pack.counted && sample.open}
          controls={packs.length > 1 && <Controls packs={packs} index={index} onGo={goTo} />}
        />
      </div>
      {/* The sample is outside the slide, so that tearing it open does not swipe the slide. */}
      {sample.Sample && <sample.Sample pack={pack} onClose={sample.close} />}
    </section>
  );
}

/**
 * Opens and closes the sample pack that visitors can tear. While it is open, it has a history entry of its own, so that
 * Back closes it instead of leaving the page.
 */
function useSample() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOpen = useLocation({ select: ({ state }) => state.isSampleOpen === true });
  const [Sample, setSample] = useState<Sample>();
  const isOnBreak = useOwnBreak() !== null;
  const isClosing = useRef(false);
  // The code of the sample loads at the first press. If it does not load, nothing opens, and the next press tries
  // again.
  const load = () => samplePort.load().then((loaded) => setSample(() => loaded));
  useEffect(() => {
    isClosing.current = false;
    // After a reload, or Forward, the history entry may say that the sample is open before its code has loaded.
    if (isOpen) void load().catch(() => {});
  }, [isOpen]);
  return {
    Sample: isOpen && !isOnBreak ? Sample : undefined,
    open: () =>
      void load().then(
        () =>
          navigate({
            to: '/',
            search: true,
            state: { isSampleOpen: true },
            resetScroll: false,
          }),
        () => {},
      ),
    close: () => {
      // Ignores a second Escape before the first has gone back. It would leave the page.
      if (isClosing.current) return;
      isClosing.current = true;
      history.back();
    },
  };
}

type SlideProps = {
  pack: PackType;
  greeting: ReactNode;
  isFirst: boolean;
  isSteady: boolean;
  /** Opens a sample of the pack; null if the pack has no sample. */
  onTry: (() => void) | null;
  controls: ReactNode;
};

function Slide({ pack, greeting, isFirst, isSteady, onTry, controls }: SlideProps) {
  const buy = useBuy('home');
  const canBuy = isBuyable(pack);
  const reached = useReachedLimit(pack);
  const bought = isSteady ? reached : undefined;
  const isOnBreak = useOwnBreak() !== null;
  const isBarred = isOnBreak && canBuy && !bought;
  const moves = isFirst ? '' : 'animate-[slide-in_300ms_var(--ease-enter)]';
  return (
    <div className="page relative grid items-center gap-x-6 pb-9 max-sm:grid-rows-[22rem_auto] sm:min-h-115 sm:grid-cols-2 sm:pb-0 lg:min-h-140 lg:grid-cols-[45fr_55fr]">
      {/* On a phone the screen shows the picture above this text. In the document the picture comes after the text,
          so that screen readers read the text first. Its row has its height from the start, because the browser may
          paint the text before it has read the picture. */}
      <div className="max-sm:row-start-2">
        {/* The line always has the height of two lines. It changes after the first paint, and the page must not
            move then. A third line would grow upwards. */}
        <p className="mb-3 flex h-[2lh] items-end text-small font-semibold text-brand">
          {greeting}
        </p>
        <div key={pack.id} className={moves}>
          <h1
            className={classNames(
              // The width is in "em", because a "ch" is wider in our font than in the fallback fonts. With "ch", the
              // lines would wrap differently after our font loads.
              'max-w-[11.1em] text-[34px] leading-[1.08] sm:max-lg:max-w-[8.3em]',
              pack.name.length > 20 ? 'lg:text-[clamp(40px,4.2vw,56px)]' : 'lg:text-hero',
            )}
          >
            {pack.name}
          </h1>
          <p className="mt-4 text-text-2">Package contains {pack.card_count} cards</p>
          <p className="mt-3 text-[22px] leading-tight font-bold lg:text-h2">
            <Price amount={pack.price} was={pack.originalPrice} />
            {!canBuy && (
              <Badge tone="warn" className="ml-3 align-middle">
                Out of stock
              </Badge>
            )}
            {isBarred && <OnBreakBadge className="ml-3 align-middle" />}
            <TaxNote price={pack.price} className="mt-1" />
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            {bought ? (
              <BoughtLink pack={pack} bought={bought} size="large" className="relative z-10" />
            ) : (
              !isBarred && (
                <Button
                  size="large"
                  disabled={!canBuy}
                  onClick={() => buy(pack)}
                  className="relative z-10"
                >
                  Buy now
                </Button>
              )
            )}
            {/* Makes this link cover the whole slide. */}
            <Link
              to="/pack/$packId"
              params={{ packId: pack.id }}
              state={{ pack }}
              className={classNames(
                buttonClass({ variant: 'secondary', size: 'large' }),
                'bg-transparent after:absolute after:inset-0 after:z-[1]',
              )}
            >
              View pack
            </Link>
          </div>
        </div>
        {controls}
      </div>
      <div
        key={pack.id}
        className={classNames(
          'grid place-items-center pt-12 pb-7 max-sm:row-start-1 sm:py-8',
          moves,
        )}
      >
        <Fan pack={pack} onTry={isOnBreak ? null : onTry} />
      </div>
    </div>
  );
}

const FAN = [
  '-translate-x-[70%] -translate-y-[6%] -rotate-[15deg]',
  '-translate-y-[42%] rotate-[1deg]',
  'translate-x-[66%] -translate-y-[8%] rotate-[13deg]',
];

function Fan({ pack, onTry }: Pick<SlideProps, 'pack' | 'onTry'>) {
  const hits = pack.potentialHitsCards.slice(0, FAN.length);
  return (
    <div className="relative grid w-full place-items-center">
      {hits.map((hit, at) => (
        <CardImage
          key={hit.cardId}
          src={hit.cardImageUrl}
          alt=""
          eager
          second
          className={classNames('absolute w-34 shadow-art sm:w-38 lg:w-51', FAN[at])}
        />
      ))}
      <PackImage
        src={pack.packImageUrl}
        alt=""
        eager
        first
        travelsAs={`pack-${pack.id}`}
        sizes="(min-width: 1024px) 256px, (min-width: 640px) 200px, 176px"
        className="relative w-44 -rotate-3 drop-shadow-[0_14px_16px_rgb(0_0_0/0.32)] sm:w-50 lg:w-64"
      />
      {onTry && (
        <button type="button" className="try-tear w-44 sm:w-50 lg:w-64" onClick={onTry}>
          <span>Try a tear</span>
        </button>
      )}
    </div>
  );
}

type ControlsProps = {
  packs: readonly PackType[];
  index: number;
  onGo: (index: number, from: 'left' | 'right') => void;
};

/** The arrows and dots of the carousel. The dots are tabs, as the ARIA guidelines recommend. */
function Controls({ packs, index, onGo }: ControlsProps) {
  const list = useRef<HTMLDivElement>(null);
  const steer = (event: KeyboardEvent) => {
    const next = stepByKey(event.key, ALONG_ROW, index, packs.length);
    if (next === undefined) return;
    event.preventDefault();
    onGo(next, event.key === 'ArrowLeft' || event.key === 'Home' ? 'left' : 'right');
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  const arrow =
    'grid size-11 shrink-0 place-items-center rounded-control border border-line-strong text-text hover:bg-surface-2';
  return (
    <div className="relative z-10 mt-8 flex items-center gap-3 max-[359px]:flex-wrap">
      <button
        type="button"
        aria-label="Previous pack"
        aria-controls="hero-slide"
        className={arrow}
        onClick={() => onGo(index - 1, 'left')}
      >
        <Icon name="left" />
      </button>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label="Packs"
        // On the narrowest phones the dots have a line of their own, so that they do not wrap between the arrows.
        className="flex flex-wrap max-[359px]:order-last max-[359px]:basis-full"
        onKeyDown={steer}
      >
        {packs.map((pack, at) => (
          <button
            key={pack.id}
            type="button"
            role="tab"
            id={`hero-tab-${at}`}
            aria-label={pack.name}
            aria-selected={at === index}
            aria-controls="hero-slide"
            tabIndex={at === index ? 0 : -1}
            onClick={() => onGo(at, at < index ? 'left' : 'right')}
            className="grid size-6 place-items-center rounded-control"
          >
            <span
              className={classNames(
                'h-2 rounded-full forced-colors:border',
                at === index ? 'w-5 bg-text forced-colors:bg-[Highlight]' : 'w-2 bg-line-strong',
              )}
            />
          </button>
        ))}
      </div>
      <button
        type="button"
        aria-label="Next pack"
        aria-controls="hero-slide"
        className={arrow}
        onClick={() => onGo(index + 1, 'right')}
      >
        <Icon name="right" />
      </button>
    </div>
  );
}

/** Handles horizontal swipes with one finger. */
function useSwipe(toPrevious: () => void, toNext: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (start.current === null || !touch) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      if (Math.abs(x) < SWIPE_PX || Math.abs(x) < Math.abs(y)) return;
      if (x > 0) toPrevious();
      else toNext();
    },
  };
}

/** The placeholder of the stage while the packs load. */
export function HeroSkeleton() {
  return (
    <section data-theme="dark" className="baize min-h-115 lg:min-h-140">
      <div className="page py-12">
        <Loading text="Loading packs...">
          <div className="mt-6 grid items-center gap-10 sm:grid-cols-2">
            <div className="grid gap-4 max-sm:order-2">
              <Skeleton className="h-16 w-4/5" />
              <Skeleton className="h-5 w-2/5" />
              <Skeleton className="h-8 w-1/3" />
              <Skeleton className="h-13 w-3/5" />
            </div>
            <Skeleton className="mx-auto h-90 w-60" />
          </div>
        </Loading>
      </div>
    </section>
  );
}
