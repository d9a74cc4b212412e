// Explains what a buyer can check about a pack, and what nobody can check. Both explanations have the same type size,
// so that neither is small print.
import { logPathOf } from '#domain/packproof/log-host.ts';
import { LONGEST_UNSEALED } from '#domain/packproof/limits.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useConfig } from '../accounts/config.ts';
import { buttonClass } from '../ui/button.tsx';
import { Part } from '../ui/part.tsx';
import { CouldAndCouldnt } from './about-drops.tsx';
import { useFairness } from './drop-queries.ts';
import { VERIFIER_FILE } from './verifier-file.ts';

export const screen = createLazyRoute('/fairness')({ component: FairnessPage });

function FairnessPage() {
  const sealed = useConfig()?.sealed;
  const { chains } = useFairness() ?? {};
  const isDemo = chains?.some(({ ordersDrops, isPractice }) => ordersDrops && isPractice);
  return (
    <div className="page max-w-[920px] pt-9 pb-16">
      <h1 className="text-[30px] leading-[1.08] md:text-h1">What you can check</h1>
      <p className="mt-3 max-w-[64ch] text-text-2">
        {sealed} What follows holds for packs that are sold in a drop. Other packs can’t be checked,
        and their page says so.
      </p>
      {isDemo && (
        <div className="mt-5 max-w-[64ch] rounded-card bg-warn-soft px-5 py-4 text-on-warn-soft">
          <h2 className="text-h3">This is a demo</h2>
          <p className="mt-1">
            Its public numbers are practice numbers, which this shop makes itself. They show how the
            check works, and prove nothing about us. A shop that sells for money uses the numbers of
            the public drand network. Whatever rests on practice numbers is marked “Demo”.
          </p>
        </div>
      )}
      <CouldAndCouldnt isPractice={isDemo === true} className="mt-6 max-w-[64ch]" />
      <Part id="shown" title="What we show">
        <p>
          Before a drop is sold we lock the record of each of its packs, and publish one hash over
          all of them in a log that anybody can copy. Then we wait for a public number that did not
          exist yet. That number alone decides which pack is at which place. You buy the next place,
          and get a signed ticket for it with your payment. Within {LONGEST_UNSEALED} seconds the
          ticket is in the log as well.
        </p>
        <p>
          When you open the pack, your browser checks that it is the one of your place, and that its
          record is the one we locked. When a drop is over, we publish all records, so that anybody
          can check its odds by counting.
        </p>
        <p>
          Your browser makes a secret for each pack, and tells us only its hash. That makes a ticket
          yours and nobody else’s. To return an unopened pack of a drop, you need that secret, so do
          it from the same browser. The log then shows it, and so that its owner gave the pack back.
        </p>
        <p>
          A graded card that came back to us never comes back in a pack. On the next day our log
          names it by the number on its label, and anybody’s check refuses a later drop that holds
          it.
        </p>
        <p>
          You don’t have to believe this page. Save the proof, take the verifier with you, and name
          witnesses of your own: people who sign what our log said, and when they saw it. Whatever
          rests on us alone is marked as our word.
        </p>
      </Part>
      <Part id="not-shown" title="What we can’t">
        <p>
          We show that the record of each pack was fixed before the first sale, and that a public
          number set their order after that. We can’t prove with a hash that the record matches the
          cardboard. And we know the order: its packs can’t be swapped, but we could know which
          place is good.
        </p>
        <p>
          Staff accounts can’t buy where a drop says so. A stranger acting for us could. Nor can we
          show that nobody who knew the order bought in front of you, or chose when you were served.
        </p>
        <p>
          That an ungraded card which came back to us is in no later pack is our word alone. The
          record shows the number on its sleeve, but in another sleeve it would have another number:
          cardboard can’t prove itself.
        </p>
        <p>
          Packs that were sold and never opened can’t be counted yet: until they are, the odds are
          our word.
        </p>
      </Part>
      <WhoSigns />
      <Link to="/verify" className={`${buttonClass()} mt-10`}>
        Check a pack’s proof
      </Link>
    </div>
  );
}

/**
 * Shows who signs the log, and with which keys. The checks do not rely on this page: they trust only the keys in the
 * reader's own policy.
 */
function WhoSigns() {
  const { log, chains } = useFairness() ?? {};
  const chain = chains?.find(({ ordersDrops }) => ordersDrops);
  if (log === undefined || log === null) return null;
  return (
    <Part id="who-signs" title="Who signs">
      <p>
        Our log is <span className="break-all">{log.origin}</span>, and signs with{' '}
        {log.keys.length === 1 ? 'this key' : 'the last of these keys'}:
      </p>
      {log.keys.map((key) => (
        <p key={key} className="font-mono text-small break-all">
          {key}
        </p>
      ))}
      {chain && (
        <p>
          {chain.isPractice
            ? 'New drops are ordered by practice numbers.'
            : 'New drops are ordered by the numbers of the public drand network.'}
        </p>
      )}
      <p>
        Anybody can be a witness: run <code className="font-mono">npm run witness</code> from our
        source on a machine of your own, and tell us its address. The witnesses that we know of are
        in{' '}
        <a href={`/${logPathOf(log.origin)}/policy`} className="link">
          our policy
        </a>
        ; a check uses the policy that you bring yourself.
      </p>
      {VERIFIER_FILE && (
        <p>
          The SHA-256 of the verifier that you can save is{' '}
          <span className="font-mono text-small break-all">{VERIFIER_FILE.sha256}</span>.
        </p>
      )}
    </Part>
  );
}
