// The drawing of the three steps of a drop: a list with a fingerprint, packs in a row, and the next pack of that row.
import type { ReactNode } from 'react';
import type { Dot } from './seal-words.ts';

export type StepName = Dot;

const PACK = 'M0 0h10v15h-10ZM0 3h10M0 12h10';

const DRAWINGS: Record<StepName, ReactNode> = {
  fixed: (
    <>
      <path d="M8 10h30v44H8ZM14 18h18M14 25h18M14 32h18M14 39h9" />
      <g className="step-accent">
        <path d="M41 57v-4a7 7 0 0 1 14 0v4M44.5 58v-4.5a3.5 3.5 0 0 1 7 0V58M48 53.5V59M37.5 53a10.5 10.5 0 0 1 21 0" />
      </g>
    </>
  ),
  ordered: (
    <>
      <g className="step-accent">
        <path d="M22 6h20v16H22ZM27 11.5l2.2-1.7V18M34.5 11c.4-1.6 3.9-1.6 3.9.6 0 2-3.9 3.4-3.9 6.4h4.2" />
        <path d="M20 26 12 34M32 26v8M44 26l8 8" />
      </g>
      <path d={PACK} transform="translate(6 39)" />
      <path d={PACK} transform="translate(27 39)" />
      <path d={PACK} transform="translate(48 39)" />
    </>
  ),
  yours: (
    <>
      <g className="step-accent">
        <path d={PACK} transform="translate(6 12) scale(1.5)" />
        <path d="m9 42 4 4 7.500-8.500" />
      </g>
      <path d={PACK} transform="translate(28 26)" />
      <path d={PACK} transform="translate(43 26)" />
      <path d="M26 48h30M50 44l6 4-6 4" />
    </>
  ),
};

export function StepDrawing({ name }: { name: StepName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 64 64"
      width="64"
      height="64"
      className="step-drawing rounded-control bg-surface-2 text-text-2"
    >
      {DRAWINGS[name]}
    </svg>
  );
}
