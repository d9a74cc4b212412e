import type { PackType } from '#contract/catalogue.ts';
import { times } from '#domain/money.ts';
import { QUANTITY_MAX } from '#domain/purchase.ts';
import { createLazyRoute, Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { GameName } from '../accounts/game-name.tsx';
import { useVisitor } from '../accounts/visitor.ts';
import { messageOf } from '../api/messages.ts';
import { PackImage } from '../ui/art.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { SealedPanel } from '../fairness/sealed-panel.tsx';
import { TellWhenBack } from '../wishes/tell-when-back.tsx';
import { BeforeYouBuy } from './before-you-buy.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { BoughtLink } from './bought-link.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { LateOwnBreakNote } from './late-own-break-note.tsx';
import { BackLink, ItemLayout, ItemNotFound, ItemPending } from './item-layout.tsx';
import { OpenedPacks } from './opened-packs.tsx';
import { useOwnBreak } from './own-break.ts';
import { PackPromises } from './pack-promises.tsx';
import { PotentialHits } from './potential-hits.tsx';
import { usePackType } from './queries.ts';
import { useReachedLimit } from './reached-limits.ts';
import { PackStructure } from './structure.tsx';
import { TaxNote } from './tax-note.tsx';
import './navigation-state.ts';
import { isBuyable, useBuy } from './use-buy.ts';

export const screen = createLazyRoute('/pack/$packId')({
  component: PackPage,
  pendingComponent: PackPending,
  notFoundComponent: PackNotFound,
});

function PackPage() {
  const { packId } = screen.useParams();
  const { data: pack, error, refetch } = usePackType(packId);
  if (pack !== undefined) return <PackDetail pack={pack} />;
  if (error === null) return <PackPending />;
  return (
    <div className="page py-9">
      <h1 className="sr-only">Pack</h1>
      <ErrorState
        title="Error Loading Pack"
        text={messageOf(error)}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

function PackDetail({ pack }: { pack: PackType }) {
  const buying = useBuying(pack);
  const { canBuy, quantity } = buying;
  return (
    <div className="page pt-4 pb-12">
      <PackStructure pack={pack} />
      <BackLink to="/packs">Back to Packs</BackLink>
      <ItemLayout picture={<SealedPicture pack={pack} canBuy={canBuy} />}>
        <PackBadges pack={pack} canBuy={canBuy} />
        <h1
          className={classNames(
            'mt-3 text-[30px] leading-[1.08]',
            pack.name.length > 20 ? 'lg:text-[34px]' : 'lg:text-[42px]',
          )}
        >
          {pack.name}
        </h1>
        <p className="mt-3 text-text-2">Each pack contains {pack.card_count} cards</p>
        <p className="mt-3 text-h2 font-bold">
          <Price amount={pack.price} was={pack.originalPrice} />
          <TaxNote price={pack.price} className="mt-1" />
        </p>
        <WaysToBuy pack={pack} buying={buying} />
        {pack.purchaseLimit === 1 && !buying.isBarred && (
          <p className="mt-3 text-small text-text-2">You can only purchase this pack once</p>
        )}
        {!canBuy && <p className="mt-3 text-small text-text-2">Pack not available</p>}
        <SignInPrompt pack={pack} quantity={quantity} />
        <BeforeYouBuy
          price={pack.price}
          cardCount={pack.card_count * quantity}
          sealKinds={[pack.sealKind]}
        />
        <OpenedPacks packTypeId={pack.id} />
      </ItemLayout>
      {pack.potentialHitsCards.length > 0 && (
        <section aria-labelledby="hits" className="mt-12">
          <h2 id="hits" className="text-h3 md:text-h2">
            Potential Hit Cards
          </h2>
          <PotentialHits pack={pack} shows="rarity" />
        </section>
      )}
      {/* The odds are long, so the panel about sealed packs is below the details, in the other column. On a phone it
         comes last. */}
      <div className="mt-12 grid gap-x-10 border-t border-line pt-6 md:grid-cols-2 md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_410px]">
        <div className="min-w-0">
          <p className="max-w-[65ch]">{pack.description}</p>
          <PackPromises pack={pack} />
          <DetailsAndTags pack={pack} />
        </div>
        <div className="min-w-0 md:row-span-2">
          <FactsPanel pack={pack} />
        </div>
        <div className="min-w-0 md:col-start-1 md:row-start-2">
          <SealedPanel packTypeId={pack.id} />
        </div>
      </div>
      {!buying.isBarred && (
        <div className="pay-bar sticky bottom-0 z-20 bleed mt-8 flex items-center gap-4 border-t border-line bg-bg py-3 sm:hidden">
          <Price amount={pack.price} className="text-price font-[680]" />
          <BuyButton pack={pack} buying={buying} isInBar />
        </div>
      )}
    </div>
  );
}

function SealedPicture({ pack, canBuy }: { pack: PackType; canBuy: boolean }) {
  return (
    <PackImage
      src={pack.packImageUrl}
      alt={`A sealed pack of ${pack.name}`}
      eager
      first
      travelsAs={`pack-${pack.id}`}
      sizes="(min-width: 1024px) 312px, (min-width: 768px) 256px, 208px"
      className={classNames(
        'w-52 drop-shadow-[0_14px_16px_rgb(0_0_0/0.32)] md:w-64 lg:w-78',
        !canBuy && 'opacity-60 grayscale',
      )}
    />
  );
}

/** Returns how many packs the visitor wants to buy, and whether the shop can sell that many. */
function useBuying(pack: PackType) {
  const before = useLocation({ select: ({ state }) => state.quantity });
  const isHydrated = useHydrated();
  const [chosen, setWanted] = useState<number | null>(null);
  // `before` is the number that the visitor chose before signing in. Only the browser knows this number, so it is used
  // only after hydration.
  const wanted = chosen ?? ((isHydrated && before) || 1);
  const ownBreak = useOwnBreak();
  const canBuy = isBuyable(pack);
  const bought = useReachedLimit(pack);
  const most = Math.min(QUANTITY_MAX, pack.purchaseLimit ?? QUANTITY_MAX, pack.availablePacksCount);
  return {
    canBuy,
    /** The viewer's purchases of this type, if they have reached the limit; otherwise undefined. */
    bought,
    /** Whether the viewer is on a break, and could buy the pack if they were not. */
    isBarred: ownBreak !== null && canBuy && !bought,
    breakEndsAt: ownBreak?.endsAt ?? null,
    most,
    quantity: Math.min(wanted, Math.max(1, most)),
    setWanted,
    buy: useBuy('here'),
  };
}
type Buying = ReturnType<typeof useBuying>;

function PackBadges({ pack, canBuy }: { pack: PackType; canBuy: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone="brand">
        <GameName id={pack.game} />
      </Badge>
      {pack.discount !== null && (
        <Badge tone="ink">
          -{pack.discount}%<VisuallyHidden> off</VisuallyHidden>
        </Badge>
      )}
      {!canBuy && <Badge tone="warn">Out of stock</Badge>}
      {pack.guaranteed && (
        <Link
          to="/pack/$packId/certification"
          params={{ packId: pack.id }}
          className="hit-44 no-underline"
        >
          <Badge tone="outline">
            <Icon name="shield" size={14} />
            Verify certification
          </Badge>
        </Link>
      )}
    </div>
  );
}

function WaysToBuy({ pack, buying }: { pack: PackType; buying: Buying }) {
  const { canBuy, bought, most, quantity, setWanted } = buying;
  if (buying.isBarred) return <LateOwnBreakNote until={buying.breakEndsAt} />;
  return (
    <>
      {canBuy && !bought && most > 1 && (
        <div className="mt-5 flex items-center gap-3 text-small text-text-2">
          <Stepper
            label={`Packs of ${pack.name}`}
            value={quantity}
            most={most}
            onChange={setWanted}
          />
          {quantity > 1 && <Price amount={times(pack.price, quantity)} />}
        </div>
      )}
      <div className="mt-5 grid gap-3">
        <BuyButton pack={pack} buying={buying} className="max-sm:hidden" />
        {canBuy && !bought && <AddToCart pack={pack} quantity={quantity} most={most} />}
        {!canBuy && !bought && <TellWhenBack packTypeId={pack.id} />}
      </div>
    </>
  );
}

/** The buy button. The page shows it in the text and, in a narrow window, at the bottom of the window. */
function BuyButton({
  pack,
  buying: { bought, canBuy, buy, quantity },
  isInBar = false,
  className = '',
}: {
  pack: PackType;
  buying: Buying;
  /** Whether the button is in the bar, which says nothing else about the stock. */
  isInBar?: boolean;
  className?: string;
}) {
  if (bought) {
    return <BoughtLink pack={pack} bought={bought} size="large" wide className={className} />;
  }
  return (
    <Button
      wide
      size="large"
      disabled={!canBuy}
      onClick={() => buy(pack, quantity)}
      className={className}
    >
      {isInBar && !canBuy ? 'Out of stock' : 'BUY NOW'}
    </Button>
  );
}

function DetailsAndTags({ pack: { details, tags } }: { pack: PackType }) {
  return (
    <>
      {details.length > 0 && (
        <section aria-labelledby="details" className="mt-7">
          <h2 id="details" className="text-h3">
            Details
          </h2>
          <ul className="mt-2 list-disc space-y-1.5 pl-5 text-small text-text-2 marker:text-text-3">
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        </section>
      )}
      {tags.length > 0 && (
        <ul
          aria-label="Tags"
          className="mt-5 flex flex-wrap gap-x-1.5 gap-y-1 text-small text-text-3"
        >
          {tags.map((tag) => (
            <li key={tag} className="not-last:after:content-['_·'/'']">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * Asks a visitor to sign in. Its space is always reserved, so that nothing moves when the browser learns whether a user
 * is signed in.
 */
function SignInPrompt({ pack, quantity }: { pack: PackType; quantity: number }) {
  const isSignedIn = Boolean(useVisitor());
  return (
    <p className="mt-3 min-h-6 text-small text-text-2">
      {!isSignedIn && (
        <>
          <Link
            to="/auth"
            search={{ redirect: `/pack/${pack.id}` }}
            state={{ quantity }}
            className="link font-semibold"
          >
            Sign in
          </Link>{' '}
          to buy {isBuyable(pack) ? 'this pack' : 'other packs'}.
        </>
      )}
    </p>
  );
}

function PackPending() {
  return (
    <ItemPending text="Loading packs...">
      <Skeleton className="h-13 w-full" />
    </ItemPending>
  );
}

function PackNotFound() {
  return (
    <ItemNotFound
      title="Pack not found"
      text="It may have been renamed, or it is no longer in the shop."
    >
      <Link to="/" className={buttonClass()}>
        Back to Home
      </Link>
    </ItemNotFound>
  );
}
