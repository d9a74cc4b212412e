import { useId, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/**
 * A panel that is folded to one line on a phone until the user opens it. Wider windows always show the content. The
 * content is always rendered. `keepsOpen`: prevents folding while the user has unfinished input.
 */
export function FoldingPanel({
  title,
  aside,
  keepsOpen = false,
  children,
}: {
  title: string;
  aside?: ReactNode;
  keepsOpen?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || keepsOpen;
  const folded = isOpen ? undefined : 'max-sm:hidden';
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-card border border-line bg-surface px-5 py-2 sm:py-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 sm:mb-4">
        <h2 id={id} className="text-h3 max-sm:w-full">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-content`}
            onClick={() => setUnfolded(!isUnfolded)}
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
