// The shop's promises about every pack of a type, and what its certification says.
import type { PackType } from '#contract/catalogue.ts';
import { promiseInWords, promisesMade } from '#domain/pack-promises.ts';
import { Icon } from '../ui/icon.tsx';

/** Renders nothing if the pack type has no promises and no guarantee. */
export function PackPromises({ pack }: { pack: PackType }) {
  const made = promisesMade(pack);
  return (
    <>
      {made.length > 0 && (
        <section aria-labelledby="promises" className="mt-7">
          <h2 id="promises" className="text-h3">
            Every pack holds at least
          </h2>
          <ul className="mt-2 space-y-1.5">
            {made.map((name) => (
              <li key={name} className="flex items-start gap-2 font-semibold">
                <Icon name="check" size={20} className="mt-0.5 shrink-0 text-brand" />
                {promiseInWords(pack, name)}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-small text-text-2">
            Checked against each pack when it came in. One that doesn’t hold this is not sold here.
          </p>
        </section>
      )}
      {pack.guaranteed && (
        <p className="mt-5 text-small text-text-2">
          Each of these packs is certified: it is registered, and anybody can verify since when we
          have it and whether it is still sealed. That says nothing of the cards inside.
        </p>
      )}
    </>
  );
}
