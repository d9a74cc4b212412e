import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/** A card's name as a link to the page of the card. `id`: the card's id in the catalogue. */
export function CardLink({
  id,
  className,
  children,
}: {
  id: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      to="/card/$cardId"
      params={{ cardId: id }}
      className={classNames(
        'text-inherit underline decoration-line-strong underline-offset-3 hover:decoration-current',
        className,
      )}
    >
      {children}
    </Link>
  );
}
