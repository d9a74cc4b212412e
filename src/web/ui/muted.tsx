import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A text for a table cell that is less prominent than the other cells. */
export function muted(text: ReactNode, wrap?: 'whitespace-nowrap' | 'break-all' | 'break-words') {
  return <span className={classNames('text-text-2', wrap)}>{text}</span>;
}
