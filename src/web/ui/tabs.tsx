import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ALONG_ROW, stepByKey } from './step-by-key.ts';

type TabsProps<Name extends string> = {
  /** The name of the tabs, for screen readers. */
  label: string;
  tabs: readonly { name: Name; label: ReactNode }[];
  selected: Name;
  onSelect: (name: Name) => void;
  /** The content of the selected tab. */
  children: ReactNode;
  /** Shown at the end of the row of tabs. */
  aside?: ReactNode;
};

/** Tabs by the ARIA practices: arrow keys, Home and End move the focus and select the tab. */
export function Tabs<Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
  aside,
}: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.name === selected);
    const next = stepByKey(event.key, ALONG_ROW, at, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(tabs[next]!.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b border-line">
        <div
          ref={list}
          role="tablist"
          tabIndex={-1}
          aria-label={label}
          className="flex flex-wrap gap-x-2"
          onKeyDown={move}
        >
          {tabs.map((tab) => {
            const isSelected = tab.name === selected;
            return (
              <button
                key={tab.name}
                type="button"
                role="tab"
                id={`tab-${tab.name}`}
                aria-selected={isSelected}
                aria-controls={isSelected ? `panel-${tab.name}` : undefined}
                tabIndex={isSelected ? 0 : -1}
                onClick={() => onSelect(tab.name)}
                className={classNames(
                  '-mb-px min-h-11 border-b-2 px-3 text-small font-semibold whitespace-nowrap',
                  isSelected
                    ? 'border-brand text-text'
                    : 'border-transparent text-text-2 hover:text-text',
                )}
              >
                {tab.label}
              </button>
            );
          })}
        </div>
        {aside}
      </div>
      <div role="tabpanel" id={`panel-${selected}`} aria-labelledby={`tab-${selected}`}>
        {children}
      </div>
    </div>
  );
}
