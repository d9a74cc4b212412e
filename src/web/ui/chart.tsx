// Parts that all charts share: a frame with gridlines, and a table with the data of the chart.
import type { ReactNode } from 'react';

/** The heights of a chart in pixels. A chart is as wide as its container. */
export const PLOT_TOP = 24;
export const PLOT_HEIGHT = 150;
const LABEL_HEIGHT = 28;

type PlotProps = {
  /** The chart in words, for screen readers. */
  summary: string;
  /** The values of the gridlines, in ascending order. */
  gridlines: readonly number[];
  formatAxis: (value: number) => string;
  /** Renders the content of the chart. `yOf` returns the vertical position of a value. */
  children: (yOf: (value: number) => number) => ReactNode;
};

export function Plot({ summary, gridlines, formatAxis, children }: PlotProps) {
  const highest = gridlines.at(-1)!;
  const range = highest - gridlines[0]!;
  const yOf = (value: number) => PLOT_TOP + ((highest - value) / range) * PLOT_HEIGHT;
  return (
    <div className="pl-14">
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- The chart is rendered inline; an <img> would need a file.
        role="img"
        aria-label={summary}
        width="100%"
        height={PLOT_TOP + PLOT_HEIGHT + LABEL_HEIGHT}
        className="block overflow-visible text-head"
      >
        {gridlines.map((value) => (
          <g key={value}>
            <line
              x1="0"
              x2="100%"
              y1={yOf(value)}
              y2={yOf(value)}
              className={value === 0 ? 'stroke-line-strong' : 'stroke-line'}
            />
            <text x="-8" y={yOf(value) + 4} textAnchor="end" className="fill-text-3">
              {formatAxis(value)}
            </text>
          </g>
        ))}
        {children(yOf)}
      </svg>
    </div>
  );
}

type PlotLabelProps = {
  /** The horizontal position in percent of the width. */
  at: number;
  anchor: 'start' | 'middle' | 'end';
  className?: string;
  children: ReactNode;
};

/** A label below the plot. */
export function PlotLabel({ at, anchor, className = '', children }: PlotLabelProps) {
  return (
    <text
      x={`${at}%`}
      y={PLOT_TOP + PLOT_HEIGHT + 20}
      textAnchor={anchor}
      className={`fill-text-2 ${className}`}
    >
      {children}
    </text>
  );
}

/** The maximum number of rows that are shown without scrolling. */
const ROWS_MOST = 31;

type ChartTableProps = {
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** The number of columns with text, which come first. All other columns have numbers. */
  words?: number;
};

/** The data of the chart as a table below the chart. The table is folded at first. */
export function ChartTable({ caption, heads, rows, words = 1 }: ChartTableProps) {
  const table = (
    <table className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line-strong text-head text-text-2">
          {heads.map((head, at) => (
            <th key={head} scope="col" className={`font-[560] ${cellClass(at, words)}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key} className="border-b border-line last:border-0">
            <th scope="row" className={`font-normal whitespace-nowrap ${cellClass(0, words)}`}>
              {first}
            </th>
            {others.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- Columns never move.
              <td key={at} className={cellClass(at + 1, words)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  const scrolls = rows.length > ROWS_MOST || heads.length > WIDE;
  return (
    <details className="mt-2 text-small">
      <summary className="link inline-flex min-h-11 items-center">Show as a table</summary>
      {scrolls ? (
        <section
          aria-label={`${caption}, as a table`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The table scrolls, so the keyboard must reach it.
          tabIndex={0}
          className="max-h-96 overflow-auto"
        >
          {table}
        </section>
      ) : (
        table
      )}
    </details>
  );
}

/** The maximum number of columns that are sure to fit on a phone. */
const WIDE = 3;

function cellClass(column: number, words: number): string {
  return `py-2 ${column > 0 ? 'pl-3' : ''} ${column < words ? 'text-left' : 'text-right'}`;
}
