// A single in the cart. It is one copy, so it has no quantity and is removed alone.
import type { checkEligibility } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import { showSingleOnSale } from '#contract/singles.ts';
import { printingWords } from '#domain/finish-words.ts';
import { useAskOnce } from '../api/ask-once.ts';
import { CardLink } from '../catalogue/card-link.tsx';
import { CardImage } from '../ui/art.tsx';
import { Button } from '../ui/button.tsx';
import { Price } from '../ui/price.tsx';

/** A single of the cart, as the shop has checked it. */
export type ShownSingle = Reply<typeof checkEligibility>['singles'][number];

/** The name of a single, also of one that the shop does not have. */
export function nameOfSingle({ name }: ShownSingle): string {
  return name ?? 'A card that is not on sale';
}

export function SingleLine({
  single,
  isLocked,
  canRemove,
  onRemove,
}: {
  single: ShownSingle;
  isLocked: boolean;
  canRemove: boolean;
  onRemove: () => void;
}) {
  // The shop shows no page of a sold copy, whoever bought it.
  const isGone = single.ineligibilityReason !== null;
  const copy = useAskOnce(showSingleOnSale, isGone ? null : { id: single.singleId }).data;
  const name = nameOfSingle(single);
  return (
    <li className="flex gap-4">
      <span className="w-14 shrink-0">
        {copy && <CardImage src={copy.image} alt="" eager className="w-full" />}
      </span>
      <div className="min-w-0 flex-1 text-small">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="font-semibold break-words">
            {copy ? <CardLink id={copy.catalogueCardId}>{copy.name}</CardLink> : name}
          </p>
          {single.price !== null && <Price amount={single.price} className="font-semibold" />}
        </div>
        {copy && (
          <p className="text-text-2">
            {copy.set_name} · {copy.number} · {printingWords(copy)}
            <br />
            {copy.condition}
            {copy.label !== null && ` · grader’s label ${copy.label}`}
          </p>
        )}
        {isGone && <p className="mt-1 text-danger">{single.ineligibilityReason}</p>}
        {canRemove && (
          <Button
            variant="ghost"
            size="small"
            disabled={isLocked}
            onClick={onRemove}
            className="mt-2.5"
          >
            Remove<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
