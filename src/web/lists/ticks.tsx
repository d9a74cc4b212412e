// The ticked rows of a list. Only visible rows can count as ticked.
import { useState, type ReactNode } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { Banner } from '../ui/states.tsx';

export type Ticks = {
  /** The ids of the ticked rows, in the order of the list. */
  ids: string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Ticks all rows. If all rows are ticked already, unticks all of them. */
  toggleAll: () => void;
  clear: () => void;
  shown: number;
  /** How many of the shown rows are ticked. */
  shownTicked: number;
};

const NONE: ReadonlySet<string> = new Set();

/** Holds the ticks of a list. `list`: a name for the list and its page. A new name clears all ticks. */
export function useTicks(shownIds: readonly string[], list: string): Ticks {
  const [{ of, ticked: ever }, setAll] = useState({ of: list, ticked: NONE });
  const ticked = of === list ? ever : NONE;
  const setTicked = (after: ReadonlySet<string>) => setAll({ of: list, ticked: after });
  const ids = shownIds.filter((id) => ticked.has(id));
  return {
    ids,
    has: (id) => ticked.has(id),
    toggle: (id) => {
      const after = new Set(ticked);
      if (!after.delete(id)) after.add(id);
      setTicked(after);
    },
    toggleAll: () => setTicked(new Set(ids.length === shownIds.length ? [] : shownIds)),
    clear: () => setTicked(NONE),
    shown: shownIds.length,
    shownTicked: ids.length,
  };
}

export function TickAll({ ticks, hideLabel = false }: { ticks: Ticks; hideLabel?: boolean }) {
  return (
    <Checkbox
      className="align-middle"
      label="Select all"
      hideLabel={hideLabel}
      checked={ticks.shown > 0 && ticks.shownTicked === ticks.shown}
      indeterminate={ticks.shownTicked > 0 && ticks.shownTicked < ticks.shown}
      onChange={ticks.toggleAll}
    />
  );
}

/** `name`: the name of the row for screen readers. */
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

/** The items that a bulk action could not change, with the reason for each. */
export type Refused = { title: string; failures: string[] };

/** A bar with the actions on the ticked rows. Items that an action refused stay visible until the next press. */
export function TickBar({
  selected,
  isShown,
  refused,
  children,
}: {
  /** The number of ticked rows in words, such as "3 cards". */
  selected: string;
  isShown: boolean;
  refused: Refused | null;
  children: ReactNode;
}) {
  return (
    <>
      {refused && (
        <div className="mb-4">
          <Banner title={refused.title}>
            <ul className="grid gap-1">
              {refused.failures.map((failure, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- Two cards with the same name may have the same failure text.
                <li key={at}>{failure}</li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      {isShown && (
        <div className="sticky top-[calc(var(--header)+8px)] z-10 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-brand-soft px-4 py-2 text-small font-semibold text-on-brand-soft">
          <output>{selected} selected</output>
          <div className="flex flex-wrap gap-2">{children}</div>
        </div>
      )}
    </>
  );
}
