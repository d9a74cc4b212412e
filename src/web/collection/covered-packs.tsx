// Opened packs whose cards their owner has not looked at yet. They are shown above the cards. A press on them asks how
// to open them.
import { listCoveredPacks } from '#contract/opening.ts';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import { PackImage } from '../ui/art.tsx';
import { buttonClass } from '../ui/button.tsx';
import { countOf } from '../ui/count-of.ts';
import './navigation-state.ts';

/** The maximum number of packs that the picture shows. */
const DRAWN_MAX = 5;

export function CoveredPacks() {
  const covered = useAsk(listCoveredPacks, {}).data;
  if (covered === undefined || covered.total === 0) return null;
  const { packs, total } = covered;
  const names = [...new Set(packs.map(({ packName }) => packName))];
  return (
    <section
      data-theme="dark"
      aria-labelledby="not-looked-at"
      className="baize mb-5 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card p-5 text-text"
    >
      <div aria-hidden="true" className="flex *:-mr-3">
        {packs.slice(0, DRAWN_MAX).map(({ openingId, packImageUrl }) => (
          <PackImage key={openingId} src={packImageUrl} alt="" eager className="w-16" />
        ))}
      </div>
      <div className="min-w-44 flex-1">
        <h2 id="not-looked-at" className="text-h3">
          Not looked at yet
        </h2>
        <p className="mt-1 text-small text-text-2">
          {countOf(total, 'pack')}: {names.join(', ')}
        </p>
      </div>
      <Link
        to="/card-opening"
        search={{ opening: packs[0]!.openingId }}
        state={{ openings: packs.map(({ openingId }) => openingId), asksHow: true }}
        className={buttonClass()}
      >
        Look at {total === 1 ? 'it' : 'them'}
      </Link>
    </section>
  );
}
