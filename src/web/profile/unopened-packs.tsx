// Packs that were paid and wait to be opened.
import { listPackHistory } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import '../opening/navigation-state.ts';
import { PackImage } from '../ui/art.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';

type Pack = Reply<typeof listPackHistory>['packs'][number];

/** The newest packs of a shopper that are looked through for sealed ones. */
const LOOKED_AT = 100;

/** Nothing at all while there is none. */
export function UnopenedPacks() {
  const history = useAsk(listPackHistory, { page: 1, limit: LOOKED_AT });
  const sealed = (history.data?.packs ?? []).filter((pack) => pack.status === 'purchased');
  if (sealed.length === 0) return null;
  return (
    <section className="min-w-0 rounded-card border border-line bg-surface p-5">
      <h2 className="mb-4 text-h3">Unopened packs</h2>
      <ul className="grid gap-3">
        {sealed.map((pack) => (
          <SealedPack key={pack.packId} pack={pack} />
        ))}
      </ul>
    </section>
  );
}

function SealedPack({ pack }: { pack: Pack }) {
  return (
    <li className="flex items-center gap-4">
      <PackImage src={pack.image} alt="" className="w-9 shrink-0" />
      <span className="grid min-w-0 flex-1 text-small">
        <span className="font-[560]">{pack.packName}</span>
        <Link
          to="/verify/$physicalPackId"
          params={{ physicalPackId: pack.packId }}
          className="link hit-44 justify-self-start"
        >
          Verify certification<span className="sr-only"> of {pack.packName}</span>
        </Link>
      </span>
      {pack.isDisputed ? <Badge tone="warn">Disputed</Badge> : <OpenNow pack={pack} />}
    </li>
  );
}

function OpenNow({ pack }: { pack: Pack }) {
  return (
    <Link
      to="/card-opening"
      search={pack.paymentIntentId === null ? {} : { payment_intent: pack.paymentIntentId }}
      state={{
        unopenedPack: { packId: pack.packId, name: pack.packName, packTypeId: pack.packTypeId },
      }}
      className={buttonClass({ size: 'small' })}
    >
      Open now<span className="sr-only">: {pack.packName}</span>
    </Link>
  );
}
