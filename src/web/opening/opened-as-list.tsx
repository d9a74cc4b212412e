// Opening for people on a break from buying: all cards of a pack at once, as a list, without the stage.
import type { OpenedCard, PackOpening } from '#contract/opening.ts';
import type { Cents } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SellDialog } from '../collection/sell-dialog.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';
import { openingProblem } from './messages.ts';
import { OpenedTable } from './opened-table.tsx';
import { useOpening } from './queries.ts';
import { onSale } from './revealing.tsx';

type OpenedAsListProps = {
  name: string;
  /** The opened pack; null while the pack is sealed. */
  opening: PackOpening | null;
  open: () => Promise<PackOpening>;
  onOpened: (opening: PackOpening) => void;
  onNextPack: (() => void) | null;
};

export function OpenedAsList({ name, opening, open, onOpened, onNextPack }: OpenedAsListProps) {
  const [isOpening, setOpening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async () => {
    setOpening(true);
    setProblem(null);
    try {
      onOpened(await open());
    } catch (error) {
      setProblem(openingProblem(error));
    } finally {
      setOpening(false);
    }
  };
  return (
    <div className="page pt-9">
      <h1 tabIndex={-1} className="text-h2 sm:text-h1">
        {name}
      </h1>
      {opening === null && (
        <Button className="mt-6" busy={isOpening} onClick={() => void start()}>
          Open this pack
        </Button>
      )}
      {problem !== null && <Banner>{problem}</Banner>}
      {opening !== null && <AllCards opened={opening} />}
      <p className="flex flex-wrap gap-3 pb-12">
        {opening !== null && onNextPack !== null && (
          <Button variant="secondary" onClick={onNextPack}>
            Next pack
          </Button>
        )}
        <Link to="/my-cards" className={buttonClass({ variant: 'ghost' })}>
          My cards
        </Link>
      </p>
    </div>
  );
}

function AllCards({ opened }: { opened: PackOpening }) {
  const opening = useOpening(opened);
  const [selling, setSelling] = useState<OpenedCard | null>(null);
  const [soldFor, setSoldFor] = useState<ReadonlyMap<string, Cents>>(new Map());
  const rows = opening.cards.map((card, at) => ({
    number: at + 1,
    card,
    soldFor: soldFor.get(card.id) ?? null,
  }));
  return (
    <>
      <OpenedTable rows={rows} count={rows.length} onSell={setSelling} />
      {selling !== null && (
        <SellDialog
          item={onSale(selling, opening.id)}
          onSold={(price) => setSoldFor((sold) => new Map(sold).set(selling.id, price))}
          onClose={() => setSelling(null)}
        />
      )}
    </>
  );
}
