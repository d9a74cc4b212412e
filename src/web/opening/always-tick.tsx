import { Checkbox } from '../ui/checkbox.tsx';
import { openingWay, type OpeningWay } from './opening-way.ts';

/** A checkbox that stores the way in which the cards are shown now. If it is cleared, the shop asks again. */
export function AlwaysTick({ way }: { way: OpeningWay }) {
  const chosen = openingWay.useChosen();
  return (
    <Checkbox
      label="Always show all at once"
      checked={chosen === way}
      onChange={({ target }) => openingWay.choose(target.checked ? way : 'system')}
    />
  );
}
