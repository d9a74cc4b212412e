// "Show all" for sealed packs that were paid by card. After a confirmation, opens the packs and lists all their cards
// on the page.
import type { OpenedCard, PackOpening } from '#contract/opening.ts';
import type { Cents } from '#domain/money.ts';
import { useState } from 'react';
import { SellDialog } from '../collection/sell-dialog.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { countOf } from '../ui/count-of.ts';
import { Banner } from '../ui/states.tsx';
import { openingProblem } from './messages.ts';
import { OpenedTable } from './opened-table.tsx';
import type { PackToOpen } from './opening-session.ts';
import { Results } from './results.tsx';
import { asCardOnSale } from './revealing.tsx';

/** The result of "Show all": the opened packs, and the reason why others stayed sealed; null if none did. */
export type AllOpened = { openings: PackOpening[]; problem: string | null };

type ConfirmShowAllProps = {
  packs: readonly PackToOpen[];
  open: (pack: PackToOpen) => Promise<PackOpening>;
  onOpened: (all: AllOpened) => void;
  onCancel: () => void;
};

export function ConfirmShowAll({ packs, open, onOpened, onCancel }: ConfirmShowAllProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const openAll = async () => {
    setBusy(true);
    setProblem(null);
    const openings: PackOpening[] = [];
    try {
      // oxlint-disable-next-line no-await-in-loop -- The first failure ends it, and the packs after it stay sealed.
      for (const pack of packs) openings.push(await open(pack));
      onOpened({ openings, problem: null });
    } catch (error) {
      if (openings.length > 0) return onOpened({ openings, problem: openingProblem(error) });
      setProblem(openingProblem(error));
      setBusy(false);
    }
  };
  const isOne = packs.length === 1;
  return (
    <Confirm
      title={isOne ? 'Open this pack?' : `Open your ${countOf(packs.length, 'pack')}?`}
      text={`Opened packs can’t be returned. All cards of ${isOne ? 'this pack' : 'these packs'} are shown at once.`}
      confirm="Show all"
      variant="primary"
      busy={isBusy}
      problem={problem === null ? null : { text: problem }}
      onConfirm={() => void openAll()}
      onCancel={onCancel}
    />
  );
}

type ShownAllProps = AllOpened & {
  /** Goes to the stage with the same cards. Null if the user gets no stage. */
  onWatch: (() => void) | null;
  /** If true, the list does not appear card by card, because the user comes back to it. */
  isShownBefore?: boolean;
};

export function ShownAll({ openings, problem, onWatch, isShownBefore = false }: ShownAllProps) {
  const [isDone, setDone] = useState(false);
  return (
    <>
      <div className="page pt-9">
        <h1 tabIndex={-1} className="mb-5 text-h2 sm:text-h1">
          Pack Opening Results
        </h1>
        {problem !== null && <Banner>{problem}</Banner>}
        <section
          data-theme="dark"
          aria-label="Results"
          className="baize rounded-card p-6 max-sm:-mx-4"
        >
          <Results
            packOpenings={openings}
            onWatch={onWatch}
            isShownBefore={isShownBefore}
            onDone={() => setDone(true)}
          />
        </section>
      </div>
      {isDone && <CardsToSell openings={openings} />}
    </>
  );
}

/** Lists the same cards as rows, with buttons to sell them. */
function CardsToSell({ openings }: { openings: readonly PackOpening[] }) {
  const [selling, setSelling] = useState<OpenedCard | null>(null);
  const [soldFor, setSoldFor] = useState<ReadonlyMap<string, Cents>>(new Map());
  const rows = openings
    .flatMap((opening) => opening.cards)
    .map((card, at) => ({ number: at + 1, card, soldFor: soldFor.get(card.id) ?? null }));
  const from = openings.find(({ cards }) => cards.some(({ id }) => id === selling?.id));
  return (
    <>
      <OpenedTable rows={rows} count={rows.length} onSell={setSelling} />
      {selling !== null && from !== undefined && (
        <SellDialog
          item={asCardOnSale(selling, from.id)}
          onSold={(price) => setSoldFor((sold) => new Map(sold).set(selling.id, price))}
          onClose={() => setSelling(null)}
        />
      )}
    </>
  );
}
