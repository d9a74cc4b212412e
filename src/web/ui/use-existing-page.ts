import { useEffect } from 'react';

/** Goes to the last page there is, when a list has become shorter than the page in the URL. */
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
