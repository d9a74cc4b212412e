// What follows a list of cards: the choice of the number of rows, the page navigation, and a button that saves the list
// as a file.
import { exportMyCards } from '#contract/collection.ts';
import type { Sent } from '#contract/endpoint.ts';
import type { ReactNode } from 'react';
import { saveCsv } from '../admin-kit/save-text.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { showToast } from '../ui/toast.tsx';
import { PAGE_SIZES } from './my-cards-search.ts';

type PageSize = (typeof PAGE_SIZES)[number];

export function ListFoot({
  size,
  onSize,
  page,
  totalPages,
  onPage,
  children,
}: {
  /** The number of items on a page. Null if the user can't change it. */
  size: PageSize | null;
  onSize: (size: PageSize) => void;
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  children?: ReactNode;
}) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
      {size !== null && (
        <Select
          label="Rows per page"
          labelAt="left"
          value={size}
          onChange={({ target }) => onSize(PAGE_SIZES.find((one) => one === Number(target.value))!)}
          options={PAGE_SIZES.map((one) => ({ value: String(one), label: String(one) }))}
        />
      )}
      {children}
      <Pagination label="Cards" page={page} totalPages={totalPages} onPage={onPage} />
    </div>
  );
}

/** Saves all pages of the filtered and sorted list as a CSV file. */
export function SaveCsv({ which }: { which: Sent<typeof exportMyCards> }) {
  const cards = useDo(exportMyCards);
  const save = () =>
    cards.mutate(which, {
      onSuccess: (text) => saveCsv(text, exportMyCards.savedAs),
      onError: (error) =>
        showToast({ kind: 'error', title: 'Nothing was saved', text: messageOf(error) }),
    });
  return (
    <Button variant="secondary" size="small" busy={cards.isPending} onClick={save}>
      Save as CSV
    </Button>
  );
}
