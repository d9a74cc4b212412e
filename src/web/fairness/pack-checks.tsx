// A quiet line under the opened cards: how many checks passed, failed or wait. The details are folded.
import { CHECK_WORDS, countedChecks } from '#domain/packproof/check-words.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { AboutPack } from './about-pack.tsx';
import { PackProof } from './pack-proof.tsx';
import { useProofs, type Proof } from './use-proofs.ts';

export function PackChecks({
  placeIds,
  className,
}: {
  placeIds: readonly string[];
  className?: string;
}) {
  const { proofs, checkLog } = useProofs(placeIds);
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const fold = useRef<HTMLDivElement>(null);
  // The details unfold below the edge of a small screen, because this line is the last on the page. They are therefore
  // scrolled into view.
  useEffect(() => {
    if (isUnfolded) fold.current?.scrollIntoView({ block: 'nearest' });
  }, [isUnfolded]);
  const checks = proofs.flatMap(({ proved }) => proved?.checks ?? []);
  const wrong = [...new Set(checks.filter(({ state }) => state === 'red').map(({ name }) => name))];
  const isAll = proofs.every(({ proved, problem }) => proved ?? problem);
  return (
    <div className={classNames('text-small', className)}>
      <button
        type="button"
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
        className={classNames(
          'flex min-h-11 items-center gap-2 text-left',
          wrong.length === 0 ? 'text-text-2' : 'font-semibold text-danger',
        )}
      >
        <Icon name={wrong.length === 0 ? 'shield' : 'warning'} size={16} className="shrink-0" />
        <span>{words(proofs, isAll)}</span>
        <Icon
          name="down"
          size={16}
          className={classNames('shrink-0', isUnfolded && 'rotate-180')}
        />
      </button>
      {wrong.length > 0 && (
        <p role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-on-danger-soft">
          Wrong: {wrong.map((name) => `${CHECK_WORDS[name].claim} (${name})`).join('; ')}. Open the
          checks to read what that means, and save them.
        </p>
      )}
      <div ref={fold} id={id} hidden={!isUnfolded} className="scroll-mt-28 pb-2">
        {proofs.map((proof) => (
          <section key={proof.placeId} aria-labelledby={`${id}-${proof.placeId}`}>
            <p id={`${id}-${proof.placeId}`} className="pt-2 font-semibold">
              {proof.proved ? <AboutPack about={proof.proved.about} /> : 'Checks'}
            </p>
            <PackProof proof={proof} onCheckLog={checkLog} />
          </section>
        ))}
        <p className="mt-3 flex flex-wrap gap-x-5">
          <Link to="/verify" className="link hit-44">
            Check it without us
          </Link>
          <Link to="/fairness" className="link hit-44">
            What you can check
          </Link>
        </p>
      </div>
    </div>
  );
}

function words(proofs: Proof[], isAll: boolean): string {
  const checks = proofs.flatMap(({ proved }) => proved?.checks ?? []);
  if (!isAll) return 'Checking in your browser…';
  if (checks.length === 0) return 'Not checked: the proof could not be loaded';
  const missing = proofs.filter(({ proved }) => proved === undefined).length;
  const also = missing === 0 ? '' : `, ${missing} of ${proofs.length} proofs not loaded`;
  return `Checked in your browser: ${countedChecks(checks)}${also}`;
}
