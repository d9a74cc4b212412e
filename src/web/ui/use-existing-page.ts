import { useEffect } from 'react';

/** If the URL's page number is too high, because the list became shorter, goes to the last page of the list. */
export function useExistingPage(
  page: number,
  totalPages: number | undefined,
  goTo: (page: number) => void,
): void {
  const isBeyond = totalPages !== undefined && totalPages > 0 && page > totalPages;
  useEffect(() => {
    if (isBeyond) goTo(totalPages);
  }, [isBeyond, totalPages, goTo]);
}
