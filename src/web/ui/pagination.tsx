import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type PaginationProps = {
  /** The number of the current page. The first page is 1. */
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** The name of the list, such as "Cards". */
  label: string;
};

/** Page navigation: the first and the last page, the current page and its neighbours, and ellipses between. */
export function Pagination({ page, totalPages, onPage, label }: PaginationProps) {
  if (totalPages <= 1) return null;
  const step = 'grid size-9 place-items-center rounded-control text-small hit-44';
  return (
    <nav aria-label={`${label}, pages`}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <button
            type="button"
            aria-label="Previous page"
            aria-disabled={page === 1 || undefined}
            onClick={() => page > 1 && onPage(page - 1)}
            className={classNames(step, 'hover:bg-surface-2 aria-disabled:text-text-3')}
          >
            <Icon name="left" size={16} />
          </button>
        </li>
        {pageSteps(page, totalPages).map((one, at) =>
          one === null ? (
            // oxlint-disable-next-line react/no-array-index-key -- Ellipses differ only in their index.
            <li key={`gap-${at}`} aria-hidden="true" className="w-6 text-center text-text-3">
              …
            </li>
          ) : (
            <li key={one}>
              <button
                type="button"
                aria-label={`Page ${one}`}
                aria-current={one === page ? 'page' : undefined}
                onClick={() => onPage(one)}
                className={classNames(
                  step,
                  one === page ? 'bg-text font-semibold text-bg' : 'hover:bg-surface-2',
                )}
              >
                {one}
              </button>
            </li>
          ),
        )}
        <li>
          <button
            type="button"
            aria-label="Next page"
            aria-disabled={page === totalPages || undefined}
            onClick={() => page < totalPages && onPage(page + 1)}
            className={classNames(step, 'hover:bg-surface-2 aria-disabled:text-text-3')}
          >
            <Icon name="right" size={16} />
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** Returns the page numbers to show. Null stands for an ellipsis, which always replaces more than one page. */
function pageSteps(page: number, totalPages: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, totalPages].filter(
    (one, at, all) => one >= 1 && one <= totalPages && all.indexOf(one) === at,
  );
  const steps: (number | null)[] = [];
  for (const one of shown.sort((a, b) => a - b)) {
    const before = steps.at(-1);
    if (typeof before === 'number' && one - before === 2) steps.push(before + 1);
    else if (typeof before === 'number' && one - before > 2) steps.push(null);
    steps.push(one);
  }
  return steps;
}
