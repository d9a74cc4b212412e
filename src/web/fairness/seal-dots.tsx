// The three dots of a pack, with their times. A sealed pack shows them unticked; after the pack is opened, the browser
// ticks those that it can check.
import { listPackHistory } from '#contract/checkout.ts';
import { provePlace } from '#contract/drops.ts';
import { showCertification } from '#contract/stock.ts';
import type { ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { classNames } from '../ui/class-names.ts';
import { dayInUtc } from '#domain/day-in-utc.ts';
import { formatDay } from '../ui/moments.ts';
import { DemoBadge } from './about-drops.tsx';
import {
  DOTS,
  momentsInWords,
  timesOf,
  type Dot,
  type DotState,
  type PackTimes,
} from './seal-words.ts';
import './drops.css';

export type ShownDot = { word: string; at: string; state: DotState };

/** The dots of one of the viewer's packs. Their space is reserved, so that nothing moves when they appear. */
export function SealDots({
  packId,
  isTorn = false,
}: {
  packId: string | undefined;
  isTorn?: boolean;
}) {
  const shown = usePackDots(packId);
  return (
    <div className="seal-space">
      {shown !== null && (
        <DotStrip dots={shown.dots} isTorn={isTorn}>
          {shown.isDemo && <DemoBadge />}
        </DotStrip>
      )}
    </div>
  );
}

const ONCE = { staleTime: Infinity, refetchOnWindowFocus: false, retries: 0 } as const;

/** Returns the dots of a pack. Null while loading, or if the shop does not say when the pack came in. */
function usePackDots(packId: string | undefined): { dots: ShownDot[]; isDemo: boolean } | null {
  const proof = useAsk(provePlace, packId === undefined ? null : { id: packId }, ONCE);
  // A pack outside a drop has no proof. The shop says on which day it came in, and when it was bought.
  const loose = packId !== undefined && proof.isError ? { packId } : null;
  const certified = useAsk(showCertification, loose, ONCE).data;
  const history = useAsk(listPackHistory, loose && { page: 1, limit: 50 }, ONCE).data;
  const boughtAt = history?.packs.find((one) => one.packId === packId)?.purchasedAt;
  if (proof.data !== undefined) {
    const times = timesOf(proof.data);
    return { dots: dotsOf(times), isDemo: times.isDemo };
  }
  if (certified === undefined || boughtAt === undefined) return null;
  // For a sealed pack, the shop says only the day on which it came in, in UTC.
  const dots: ShownDot[] = [
    { word: 'recorded', at: dayInUtc(certified.receivedAt), state: 'unchecked' },
    { word: 'yours', at: formatDay(boughtAt), state: 'unchecked' },
  ];
  // A pack outside a drop has no public number, so it never needs the badge of a demo.
  return { dots, isDemo: false };
}

/** Returns the dots of a pack of a drop. `stateOf` returns what the browser has found out about a dot so far. */
export function dotsOf(
  { fixedAt, orderedAt, boughtAt }: PackTimes,
  stateOf: (dot: Dot) => DotState = () => 'unchecked',
): ShownDot[] {
  const times = { fixed: fixedAt, ordered: orderedAt, yours: boughtAt };
  const known = DOTS.flatMap((word) => (times[word] === null ? [] : [{ word, at: times[word] }]));
  const words = momentsInWords(known.map(({ at }) => at));
  return known.map(({ word }, index) => ({ word, at: words[index]!, state: stateOf(word) }));
}

const STATE_WORDS: Record<DotState, string> = {
  unchecked: '',
  checked: ', checked by your browser',
  word: ', the shop’s word',
  wrong: ', wrong',
};

export function DotStrip({
  dots,
  isTorn = false,
  isSmall = false,
  children,
}: {
  dots: readonly ShownDot[];
  isTorn?: boolean;
  /** If true, the dots are on one line, without their times. */
  isSmall?: boolean;
  /** The badge of a demo. */
  children?: ReactNode;
}) {
  return (
    <div className="seal-strip">
      <ol aria-label="Your pack" className={classNames('seal-dots', isTorn && 'seal-torn')}>
        {dots.map(({ word, at, state }, index) => (
          <li key={word} style={{ '--nth': index }}>
            <Mark state={state} />
            <span>
              {word}
              {!isSmall && <span className="tabular-nums"> {at}</span>}
              <span className="sr-only">{STATE_WORDS[state]}</span>
            </span>
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}

function Mark({ state }: { state: DotState }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" data-state={state}>
      <circle cx="10" cy="10" r="8" />
      {state === 'checked' && <path d="m6 10.4 2.8 2.8 5.2-5.9" pathLength="1" />}
      {state === 'word' && <path d="M6.5 10h7" />}
      {state === 'wrong' && <path d="M10 5.8v5M10 13.9v.2" />}
    </svg>
  );
}
