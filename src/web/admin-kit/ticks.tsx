// Ticked rows of a list: those that are in sight; what leaves the list is ticked no more.
import { useState } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';

export type Ticks = {
  /** Those in sight, in the order of the list. */
  ids: string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Ticks all, or none if all are. */
  toggleAll: () => void;
  clear: () => void;
  shown: number;
};

export function useTicks(shownIds: readonly string[]): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = shownIds.filter((id) => ticked.has(id));
  return {
    ids,
    has: (id) => ticked.has(id),
    toggle: (id) =>
      setTicked((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    toggleAll: () => setTicked(new Set(ids.length === shownIds.length ? [] : shownIds)),
    clear: () => setTicked(new Set()),
    shown: shownIds.length,
  };
}

export function TickAll({ ticks, hideLabel = false }: { ticks: Ticks; hideLabel?: boolean }) {
  return (
    <Checkbox
      className="align-middle"
      label="Select all"
      hideLabel={hideLabel}
      checked={ticks.shown > 0 && ticks.ids.length === ticks.shown}
      indeterminate={ticks.ids.length > 0 && ticks.ids.length < ticks.shown}
      onChange={ticks.toggleAll}
    />
  );
}

/** `name` tells the row from others, for screen readers. */
export function TickOne({ ticks, id, name }: { ticks: Ticks; id: string; name: string }) {
  return (
    <Checkbox
      className="align-middle"
      label={`Select ${name}`}
      hideLabel
      checked={ticks.has(id)}
      onChange={() => ticks.toggle(id)}
    />
  );
}
