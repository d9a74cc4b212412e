import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A cell of a table that stands back behind the others. */
export function muted(text: ReactNode, wrap?: 'whitespace-nowrap' | 'break-all' | 'break-words') {
  return <span className={classNames('text-text-2', wrap)}>{text}</span>;
}
