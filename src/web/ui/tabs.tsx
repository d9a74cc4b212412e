import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ALONG_ROW, stepByKey } from './step-by-key.ts';

type TabsProps<Name extends string> = {
  /** The name of the group of tabs for screen readers. */
  label: string;
  tabs: readonly { name: Name; label: ReactNode }[];
  selected: Name;
  onSelect: (name: Name) => void;
  /** The content of the selected tab. */
  children: ReactNode;
  /** Content at the end of the row of tabs. */
  aside?: ReactNode;
};

/**
 * Tabs that follow the ARIA practices: arrow keys, Home and End move the focus and select the tab. The tabs stay in one
 * row. If they don't fit, the row scrolls.
 */
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
  useEffect(() => {
    const tab = list.current!.querySelector<HTMLElement>('[aria-selected=true]')!;
    const { offsetLeft, offsetWidth } = tab;
    const { clientWidth } = list.current!;
    // Scrolls the row so that the tab is in its middle. `scrollIntoView` would also scroll the page.
    list.current!.scrollLeft = offsetLeft + offsetWidth / 2 - clientWidth / 2;
  }, [selected]);
  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-line lg:border-b">
        <div
          ref={list}
          role="tablist"
          tabIndex={-1}
          aria-label={label}
          className="relative flex gap-x-2 overflow-x-auto border-line [scrollbar-width:none] max-lg:w-full max-lg:border-b max-sm:gap-x-0"
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
                  // The focus ring is inside the tab, because the row clips everything outside.
                  'min-h-11 border-b-2 px-3 text-small font-semibold whitespace-nowrap outline-offset-[-2px] max-sm:px-2.5 max-[22.4rem]:px-1 max-[22.4rem]:text-head',
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
