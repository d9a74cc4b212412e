import { useEffect } from 'react';

/** Goes to the last existing page if a list has become shorter than the page number in the URL. */
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
