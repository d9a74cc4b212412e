import type { PackType } from '#contract/catalogue.ts';
import type { checkEligibility } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import { times } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { PackImage } from '../ui/art.tsx';
import { Button } from '../ui/button.tsx';
import { Price } from '../ui/price.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { kindsOf } from './goods.ts';
import { SingleLine, type ShownSingle } from './single-line.tsx';

/** A line of the cart, as the shop has checked it. `type` is undefined if the catalogue lacks the pack type. */
export type ShownLine = Reply<typeof checkEligibility>['lines'][number] & {
  type: PackType | undefined;
};

type CartLinesProps = {
  lines: ShownLine[];
  singles: ShownSingle[];
  /** Whether a payment is in progress. During a payment the order can't change. */
  isLocked: boolean;
  /** Whether the buyer can remove lines. If false, the buyer can only change quantities. */
  canRemove: boolean;
  onChange: (packTypeId: string, quantity: number) => void;
  onRemoveSingle: (id: string) => void;
};

export function CartLines({
  lines,
  singles,
  isLocked,
  canRemove,
  onChange,
  onRemoveSingle,
}: CartLinesProps) {
  const list = useRef<HTMLUListElement>(null);
  const fallback = useFocusFallback(() => list.current);
  const words = kindsOf({ packs: lines.length, singles: singles.length });
  const kinds = words.charAt(0).toUpperCase() + words.slice(1);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      {...fallback}
      aria-label={`${kinds} to buy`}
      className="grid gap-5"
    >
      {lines.map((line) => {
        const { packTypeId, name, price, quantity, quantityMax, type } = line;
        // If the cart has more packs than the maximum, the quantity field appears even for a maximum of 1, so that the
        // buyer can reduce the quantity.
        const canCount = Math.max(quantity, quantityMax) > 1;
        return (
          <li key={packTypeId} className="flex gap-4">
            <PackImage
              src={type?.packImageUrl ?? '/pack-plain.svg'}
              alt=""
              eager
              className="w-14 shrink-0 self-start"
            />
            <div className="min-w-0 flex-1 text-small">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <p className="font-semibold">
                  <Link
                    to="/pack/$packId"
                    params={{ packId: packTypeId }}
                    className="text-text no-underline hover:underline"
                  >
                    {name}
                  </Link>
                  {quantity > 1 && ` × ${quantity}`}
                </p>
                <Price amount={times(price, quantity)} className="font-semibold" />
              </div>
              {type && <p className="text-text-2">Each pack contains {type.card_count} cards</p>}
              {line.ineligibilityReason !== null && (
                <p className="mt-1 text-danger">{line.ineligibilityReason}</p>
              )}
              {(canCount || canRemove) && (
                <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
                  {canCount && (
                    <Stepper
                      label={`Packs of ${name}`}
                      value={quantity}
                      most={Math.max(1, quantityMax)}
                      disabled={isLocked}
                      onChange={(next) => onChange(packTypeId, next)}
                    />
                  )}
                  {canRemove && (
                    <Button
                      variant="ghost"
                      size="small"
                      disabled={isLocked}
                      onClick={() => onChange(packTypeId, 0)}
                    >
                      Remove<span className="sr-only"> {name}</span>
                    </Button>
                  )}
                </div>
              )}
            </div>
          </li>
        );
      })}
      {singles.map((single) => (
        <SingleLine
          key={single.singleId}
          single={single}
          isLocked={isLocked}
          canRemove={canRemove}
          onRemove={() => onRemoveSingle(single.singleId)}
        />
      ))}
    </ul>
  );
}
