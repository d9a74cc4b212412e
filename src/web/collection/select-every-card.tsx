// A button that ticks every card of the list, on all of its pages.
import {
  BULK_CARDS_MAX,
  listMyCards,
  type CardItem,
  type exportMyCards,
} from '#contract/collection.ts';
import type { Sent } from '#contract/endpoint.ts';
import { useAct, useResponses } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';

const PAGE_SIZE = 100;

/** `total`: the number of cards in the list. The button ticks no more cards than one sale can include. */
export function SelectEveryCard({
  which,
  total,
  onSelect,
}: {
  which: Sent<typeof exportMyCards>;
  total: number;
  onSelect: (items: CardItem[]) => void;
}) {
  const { ask } = useResponses();
  const count = Math.min(total, BULK_CARDS_MAX);
  const pages = Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_none, at) => at + 1);
  const select = useAct(
    [listMyCards],
    async () => {
      const lists = await Promise.all(
        pages.map((page) => ask(listMyCards, { ...which, page, pageSize: PAGE_SIZE })),
      );
      return lists.flatMap(({ cards }) => cards).slice(0, count);
    },
    {
      onSuccess: onSelect,
      onError: (error) =>
        showToast({ kind: 'error', title: 'Nothing was selected', text: messageOf(error) }),
    },
  );
  return (
    <Button
      variant="ghost"
      size="small"
      busy={select.isPending}
      onClick={() => select.mutate(undefined)}
    >
      {total > count ? `Select the first ${count}` : `Select all ${count}`}
    </Button>
  );
}
