import type { PackType } from '#contract/catalogue.ts';
import { Link } from '@tanstack/react-router';
import { GameName } from '../accounts/game-name.tsx';
import { PackImage } from '../ui/art.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Price } from '../ui/price.tsx';
import { Skeleton } from '../ui/states.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { BoughtLink } from './bought-link.tsx';
import { OnBreakBadge } from './on-break-badge.tsx';
import { useOwnBreak } from './own-break.ts';
import { useReachedLimit } from './reached-limits.ts';
import { stockInWords } from './stock-words.ts';
import { TaxNote } from './tax-note.tsx';
import { isBuyable, useBuy } from './use-buy.ts';

type PackCardProps = {
  pack: PackType;
  eager: boolean;
  /** If true, this card's picture is loaded before all others. */
  first?: boolean;
  /** True in a section of suggestions. Another section of the page may show the same pack. */
  isSuggested?: boolean;
};

/** A pack in a list. Its card is vertical in a grid, horizontal on a phone. It is a link to the pack's page. */
export function PackCard({ pack, eager, first = false, isSuggested = false }: PackCardProps) {
  const Heading = isSuggested ? 'h3' : 'h2';
  const buy = useBuy('here');
  const canBuy = isBuyable(pack);
  const bought = useReachedLimit(pack);
  const isOnBreak = useOwnBreak() !== null;
  return (
    <li className="group relative flex min-w-0 overflow-hidden rounded-card border border-line bg-surface sm:flex-col">
      <div className="grid shrink-0 place-items-center bg-[radial-gradient(70%_60%_at_50%_45%,var(--surface),var(--surface-3))] max-sm:w-26 max-sm:px-3 max-sm:py-3 sm:h-83">
        <PackImage
          src={pack.packImageUrl}
          alt=""
          eager={eager}
          first={first}
          sizes="(min-width: 640px) 176px, 76px"
          // A suggested pack gets no transition name, because another section may show the same pack. If two pictures
          // had the same name, neither would animate.
          {...(!isSuggested && { travelsAs: `pack-${pack.id}` })}
          className={classNames(
            'w-19 drop-shadow-[0_14px_16px_rgb(0_0_0/0.32)] transition-transform duration-140 group-hover:-translate-y-1.5 group-hover:-rotate-[1.2deg] sm:w-44',
            !canBuy && 'opacity-60 grayscale',
          )}
        />
        {pack.discount !== null && (
          <Badge tone="ink" className="absolute top-2 left-2 sm:top-3 sm:left-3">
            -{pack.discount}%<VisuallyHidden> off</VisuallyHidden>
          </Badge>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col px-4 py-3 sm:p-5">
        <Heading className="text-[17px] leading-tight sm:text-h3">
          <Link
            to="/pack/$packId"
            params={{ packId: pack.id }}
            state={{ pack }}
            className="text-text no-underline after:absolute after:inset-0 after:rounded-card"
          >
            {pack.name}
          </Link>
        </Heading>
        <p className="mt-1 text-small text-text-2">
          <GameName id={pack.game} />
          {canBuy && <span className="whitespace-nowrap"> · {stockInWords(pack)} left</span>}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-2 pt-2 sm:pt-4">
          <p>
            <Price amount={pack.price} was={pack.originalPrice} className="text-price font-[680]" />
            <TaxNote price={pack.price} />
          </p>
          {bought ? (
            <BoughtLink pack={pack} bought={bought} className="relative z-10 ml-auto max-sm:px-4" />
          ) : isOnBreak && canBuy ? (
            <span className="ml-auto inline-flex min-h-11 items-center">
              <OnBreakBadge />
            </span>
          ) : (
            <Button
              disabled={!canBuy}
              onClick={() => buy(pack)}
              className="relative z-10 ml-auto max-sm:px-4"
              {...(canBuy && { 'aria-label': `Buy Now, ${pack.name}` })}
            >
              {canBuy ? 'Buy Now' : 'Out of stock'}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** A placeholder that is shown while the pack loads. */
export function PackCardSkeleton() {
  return (
    <div className="flex h-36 overflow-hidden rounded-card border border-line bg-surface sm:h-[489px] sm:flex-col">
      <Skeleton className="w-26 shrink-0 rounded-none sm:h-83 sm:w-full" />
      <div className="flex flex-1 flex-col gap-2.5 px-4 py-3 sm:p-5">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-4 w-2/5" />
        <div className="mt-auto flex items-center justify-between">
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-11 w-24" />
        </div>
      </div>
    </div>
  );
}
