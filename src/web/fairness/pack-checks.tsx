// Shows, below the opened cards, the dots of the packs, which the browser ticks, and one sentence. A fold has the
// explanation, the nine checks and the files.
import { CHECK_WORDS } from '#domain/packproof/check-words.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { DemoBadge } from './about-drops.tsx';
import { HowYouKnow } from './how-you-know.tsx';
import { DotStrip, dotsOf } from './seal-dots.tsx';
import { dotState, sentenceOf, wrongChecks } from './seal-words.ts';
import { useProofs, type Proof } from './use-proofs.ts';

export function PackChecks({
  placeIds,
  isTurning = false,
  className,
}: {
  placeIds: readonly string[];
  /** Whether some cards are still face down. If so, only the dots are shown, until they are ticked. */
  isTurning?: boolean;
  className?: string;
}) {
  const { proofs, checkLog } = useProofs(placeIds, isTurning);
  if (isTurning) return <BreakingDots proof={proofs[0]!} />;
  return (
    <div className={classNames('text-small', className)}>
      <PackResult proofs={proofs} />
      <Unfolding proofs={proofs} onCheckLog={checkLog} />
    </div>
  );
}

/** How long ticked dots stay on the stage, unless the user presses something. In two seconds nobody read them. */
const TICKED_MS = 6000;

const PRESSES = ['keydown', 'pointerdown'] as const;

/** The dots on the stage, while the browser checks the torn pack. */
function BreakingDots({ proof: { proved } }: { proof: Proof }) {
  const [isGone, setGone] = useState(false);
  const isChecked = proved !== undefined;
  useEffect(() => {
    if (!isChecked) return;
    const go = () => setGone(true);
    const timer = setTimeout(go, TICKED_MS);
    for (const press of PRESSES) document.addEventListener(press, go);
    return () => {
      clearTimeout(timer);
      for (const press of PRESSES) document.removeEventListener(press, go);
    };
  }, [isChecked]);
  if (isGone || !proved?.times) return null;
  return (
    <div data-theme="dark" className="seal-breaking">
      <DotStrip isSmall dots={dotsOf(proved.times, (dot) => dotState(dot, proved.checks))}>
        {/* No link, because the dots can't be pressed and soon disappear. */}
        {proved.times.isDemo && <Badge tone="warn">Demo</Badge>}
      </DotStrip>
    </div>
  );
}

/** Shows the dots and the sentence. If a check failed, says which one. */
export function PackResult({ proofs }: { proofs: readonly Proof[] }) {
  const proved = proofs.flatMap(({ proved: one }) => (one?.times ? [one] : []));
  const times = proved.flatMap((one) => one.times ?? []);
  const checks = proofs.flatMap((one) => one.proved?.checks ?? []);
  const wrong = wrongChecks(checks);
  const [only] = proved;
  return (
    <>
      {proofs.length === 1 && only?.times && (
        <div className="mt-3 flex max-sm:justify-center">
          <DotStrip dots={dotsOf(only.times, (dot) => dotState(dot, only.checks))} />
        </div>
      )}
      <div className="mt-2 flex min-h-8 items-start gap-x-2">
        <Icon
          name={wrong.length === 0 ? 'shield' : 'warning'}
          size={18}
          className={classNames('mt-0.5 shrink-0', wrong.length > 0 && 'text-danger')}
        />
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <output className={classNames(wrong.length > 0 && 'font-semibold text-danger')}>
            {proofs.some(({ proved: one, problem }) => !one && !problem)
              ? 'Your browser is checking…'
              : times.length === 0
                ? 'Not checked: the proof could not be loaded.'
                : `${sentenceOf(
                    times,
                    proved.map((one) => one.checks),
                  )}${missingWords(proofs)}`}
          </output>
          {times.some(({ isDemo }) => isDemo) && <DemoBadge />}
        </p>
      </div>
      {wrong.length > 0 && (
        <p role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-on-danger-soft">
          Wrong: {wrong.map((name) => `${CHECK_WORDS[name].claim} (${name})`).join('; ')}. Open “For
          experts” to read what that means, and save the checks.
        </p>
      )}
    </>
  );
}

function missingWords(proofs: readonly Proof[]): string {
  const missing = proofs.filter(({ proved }) => !proved?.times).length;
  return missing === 0 ? '' : ` The proofs of ${missing} of ${proofs.length} could not be loaded.`;
}

function Unfolding({
  proofs,
  onCheckLog,
}: {
  proofs: readonly Proof[];
  onCheckLog: (placeId: string) => Promise<void>;
}) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const fold = useRef<HTMLDivElement>(null);
  // This is the last part of the page, so the answer may unfold below the edge of a small screen. Therefore the answer
  // is scrolled into view.
  useEffect(() => {
    if (isUnfolded) fold.current?.scrollIntoView({ block: 'nearest' });
  }, [isUnfolded]);
  return (
    <>
      <button
        type="button"
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
        className="flex min-h-11 items-center gap-2 text-left font-[560] text-text-2"
      >
        How do you know?
        <Icon
          name="down"
          size={16}
          className={classNames('shrink-0', isUnfolded && 'rotate-180')}
        />
      </button>
      <div ref={fold} id={id} hidden={!isUnfolded} className="scroll-mt-28 pb-2 text-left">
        {isUnfolded && <HowYouKnow proofs={proofs} onCheckLog={onCheckLog} />}
        <p className="mt-3 flex flex-wrap gap-x-5">
          <Link to="/verify" className="link hit-44">
            Check it without us
          </Link>
          <Link to="/fairness" className="link hit-44">
            What you can check
          </Link>
        </p>
      </div>
    </>
  );
}
