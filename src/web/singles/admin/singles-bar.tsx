// The acts on the ticked cards of the house.
import { withdrawSingles } from '#contract/singles-admin.ts';
import type { Single } from '#contract/singles-admin.ts';
import { useState } from 'react';
import { useMay } from '../../admin-kit/use-may.ts';
import { TickBar, type Ticks } from '../../lists/ticks.tsx';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/count-of.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ActForm, ACTS, type Act } from './act-form.tsx';
import { actsOn } from './acts-on.ts';

export function SinglesBar({ ticks, singles }: { ticks: Ticks; singles: Single[] }) {
  const mayWithdraw = useMay(withdrawSingles);
  const [act, setAct] = useState<Act | null>(null);
  const ticked = singles.filter(({ id }) => ticks.has(id));
  const cards = countOf(ticked.length, 'card');
  return (
    <>
      <TickBar selected={cards} isShown={ticked.length > 0} refused={null}>
        {actsOn(ticked, mayWithdraw).map((one) => (
          <Button
            key={one}
            size="small"
            variant={one === 'lose' ? 'danger' : 'secondary'}
            onClick={() => setAct(one)}
          >
            {ACTS[one].label}
          </Button>
        ))}
      </TickBar>
      {act !== null && (
        <Dialog isOpen title={ACTS[act].title(cards)} onClose={() => setAct(null)}>
          <ActForm
            key={act}
            act={act}
            ids={ticks.ids}
            onDone={() => {
              setAct(null);
              ticks.clear();
            }}
            onCancel={() => setAct(null)}
          />
        </Dialog>
      )}
    </>
  );
}
