// Checks in the browser a proof that the visitor adds from their disk. The page works for everybody, signed in or not.
import { isLogAt } from '#domain/packproof/log-host.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useConfig } from '../accounts/config.ts';
import { buttonClass } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { DemoBadge } from './about-drops.tsx';
import { AboutPack } from './about-pack.tsx';
import { OwnPolicyPanel } from './own-policy-panel.tsx';
import { OwnProof } from './own-proof.tsx';
import { VERIFIER_FILE } from './verifier-file.ts';
import { Verifier } from './verifier.tsx';

export const screen = createLazyRoute('/verify')({ component: VerifyPage });

const loadChecks = () => import('./check-proof.ts');

function VerifyPage() {
  const { pack } = screen.useSearch();
  const isHydrated = useHydrated();
  const isDemo = useConfig()?.demo === true;
  const [changes, setChanges] = useState(0);
  return (
    <div className="page max-w-[920px] pt-9 pb-16">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-[30px] leading-[1.08] md:text-h1">Check a pack’s proof</h1>
        {isDemo && <DemoBadge />}
      </div>
      <p className="mt-3 mb-6 max-w-[64ch] text-text-2">
        Nine checks of what a shop says about one pack: that its contents were fixed before the
        first sale, that it is the one you were sold, and what set its place. Your browser runs them
        by itself. Nothing that you bring here is sent anywhere.
      </p>
      {isHydrated && pack !== undefined && <OwnProof key={`${pack} ${changes}`} placeId={pack} />}
      <Verifier
        load={loadChecks}
        Title={AboutPack}
        {...(isHydrated && { isOwn: (log: string) => isLogAt(log, location) })}
      />
      {isHydrated && (
        <div className="mt-6">
          <OwnPolicyPanel onChange={() => setChanges((count) => count + 1)} />
        </div>
      )}
      {VERIFIER_FILE && (
        <section aria-labelledby="without-us" className="mt-10">
          <h2 id="without-us" className="text-h3">
            Without this shop
          </h2>
          <p className="mt-2 max-w-[64ch] text-text-2">
            The same checks in one file. Save it once, and open it from disk whenever you like, even
            offline. Compare its SHA-256 with what others have:
          </p>
          <p className="mt-2 font-mono text-small break-all">{VERIFIER_FILE.sha256}</p>
          <a
            href={VERIFIER_FILE.address}
            download
            className={`${buttonClass({ variant: 'secondary' })} mt-4`}
          >
            Save the verifier
          </a>
        </section>
      )}
    </div>
  );
}
