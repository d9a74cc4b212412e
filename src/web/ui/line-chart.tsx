// A chart of values by day, as lines. Each line has its own stroke style and label, so that nobody needs colour.
import { Plot, PlotLabel, PLOT_HEIGHT, PLOT_TOP } from './chart.tsx';
import { gridLabel, gridlines } from './chart-scale.ts';

const VARIANTS = {
  main: { stroke: 'stroke-brand', dash: undefined },
  second: { stroke: 'stroke-text-2', dash: '7 5' },
  third: { stroke: 'stroke-text-3', dash: '2 4' },
};

export type ChartLine = {
  name: string;
  variant: keyof typeof VARIANTS;
  /** `along`: the position within the period, from 0 to 1. `cents`: the value. */
  points: readonly (readonly [along: number, cents: number])[];
};

type LineChartProps = {
  summary: string;
  lines: readonly ChartLine[];
  /** The labels of the first and the last day. */
  ends: readonly [string, string];
};

/** The width of the drawing in its own units. The drawing is scaled to the width of its container. */
const WIDTH = 1000;

export function LineChart({ summary, lines, ends }: LineChartProps) {
  const values = lines.flatMap(({ points }) => points.map(([, cents]) => cents));
  return (
    <>
      <Plot summary={summary} gridlines={gridlines(Math.max(...values, 1))} formatAxis={gridLabel}>
        {(yOf) => (
          <>
            <svg
              aria-hidden="true"
              width="100%"
              height={PLOT_TOP + PLOT_HEIGHT}
              viewBox={`0 0 ${WIDTH} ${PLOT_TOP + PLOT_HEIGHT}`}
              preserveAspectRatio="none"
              className="overflow-visible"
            >
              {/* The order is reversed, so that the first line is drawn last and is on top. */}
              {lines.toReversed().map(({ name, variant, points }) => (
                <polyline
                  key={name}
                  points={points
                    .map(
                      ([along, cents]) => `${(along * WIDTH).toFixed(1)},${yOf(cents).toFixed(1)}`,
                    )
                    .join(' ')}
                  fill="none"
                  vectorEffect="non-scaling-stroke"
                  strokeWidth="2"
                  strokeLinejoin="round"
                  strokeDasharray={VARIANTS[variant].dash}
                  className={VARIANTS[variant].stroke}
                />
              ))}
            </svg>
            <PlotLabel at={0} anchor="start">
              {ends[0]}
            </PlotLabel>
            <PlotLabel at={100} anchor="end">
              {ends[1]}
            </PlotLabel>
          </>
        )}
      </Plot>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-text-2">
        {lines.map(({ name, variant }) => (
          <li key={name} className="flex items-center gap-2">
            <svg aria-hidden="true" width="28" height="8" className={VARIANTS[variant].stroke}>
              <line
                x1="0"
                x2="28"
                y1="4"
                y2="4"
                strokeWidth="2"
                strokeDasharray={VARIANTS[variant].dash}
              />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}
