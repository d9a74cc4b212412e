// Lists all paid packs that are not opened yet, in the same form as My cards.
import { listSealedPacks } from '#contract/checkout.ts';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import { SealedPacks } from '../collection/sealed-packs.tsx';
import { Panel } from '../ui/panel.tsx';

/** Renders nothing if all packs are opened. */
export function UnopenedPacks() {
  const sealed = useAsk(listSealedPacks, {}).data;
  if (sealed === undefined || sealed.total === 0) return null;
  return (
    <Panel
      title="Unopened packs"
      aside={
        <Link
          to="/my-cards"
          search={{ tab: 'sealed' }}
          className="link hit-44 text-small font-[560]"
        >
          See them on My cards
        </Link>
      }
    >
      <SealedPacks types={sealed.types} />
    </Panel>
  );
}
