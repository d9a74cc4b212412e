import { useEffect } from 'react';

/** Goes to the last page of a list if the page number in the URL is too high, because the list became shorter. */
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
