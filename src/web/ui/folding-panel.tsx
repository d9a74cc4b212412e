import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/**
 * A panel. On a phone it is folded to one line until the user opens it. In wider windows its content is always visible.
 * `staysOpen`: whether it can't be folded, because the user has unfinished input. `anchor`: the part of a URL after "#"
 * that leads here. Such a URL unfolds the panel and moves the focus to its heading.
 */
export function FoldingPanel({
  title,
  aside,
  staysOpen = false,
  anchor,
  children,
}: {
  title: string;
  aside?: ReactNode;
  staysOpen?: boolean;
  anchor?: string;
  children: ReactNode;
}) {
  const id = useId();
  // Null until the user folds or unfolds the panel.
  const [isUnfolded, setUnfolded] = useState<boolean | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAimed = useLocation({ select: ({ hash }) => hash !== '' && hash === anchor });
  useEffect(() => {
    if (!isAimed) return;
    heading.current!.focus({ preventScroll: true });
    // The router has scrolled already, unless the page was still loading.
    heading.current!.scrollIntoView({ block: 'start' });
  }, [isAimed]);
  const isOpen = (isUnfolded ?? isAimed) || staysOpen;
  const folded = isOpen ? undefined : 'max-sm:hidden';
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-card border border-line bg-surface px-5 py-2 sm:py-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 sm:mb-4">
        <h2 ref={heading} id={id} tabIndex={-1} className="scroll-mt-24 text-h3 max-sm:w-full">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-content`}
            onClick={() => setUnfolded(!isOpen)}
            className="flex min-h-11 w-full items-center justify-between gap-3 text-left sm:hidden"
          >
            {title}
            <span className={classNames('text-text-2', isOpen && 'rotate-180')}>
              <Icon name="down" size={16} />
            </span>
          </button>
          <span className="max-sm:hidden">{title}</span>
        </h2>
        <div className={folded}>{aside}</div>
      </div>
      <div id={`${id}-content`} className={classNames('max-sm:pt-2 max-sm:pb-3', folded)}>
        {children}
      </div>
    </section>
  );
}
