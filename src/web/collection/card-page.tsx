// The page of one card of the shop's sets. It shows the card's description, its value over time, the packs that may
// contain it, and the viewer's copies, which can be sold and shipped here.
import type { CardFacts, PackOfCard } from '#contract/prices.ts';
import type { CatalogueCard } from '#contract/catalogue.ts';
import { sellPrice } from '#domain/sellback.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { GameName } from '../accounts/game-name.tsx';
import { useVisitor } from '../accounts/visitor.ts';
import { messageOf } from '../api/messages.ts';
import { useReducedMotion } from '../browser/motion.ts';
import { PackImage } from '../ui/art.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { dayInUtc } from '#domain/day-in-utc.ts';
import { IllustrationMark } from '../ui/illustration-mark.tsx';
import { LitCard } from '../ui/lit-card.tsx';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';
import { ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { WishForCard } from '../wishes/wish-for-card.tsx';
import { useCardFacts, useYearOfPrices } from '../catalogue/card-queries.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { inShare } from '#domain/format-chance.ts';
import { BackLink, ItemLayout, ItemNotFound, ItemPending } from '../catalogue/item-layout.tsx';
import { PriceChart } from '../catalogue/price-chart.tsx';
import { CardStructure } from '../catalogue/structure.tsx';
import { CopiesOnSale } from '../singles/copies-on-sale.tsx';
import { useCopiesOnSale } from '../singles/queries.ts';

export const screen = createLazyRoute('/card/$cardId')({
  component: CardPage,
  pendingComponent: CardPending,
  notFoundComponent: CardNotFound,
});

/**
 * The viewer's copies. Their code is loaded only for signed-in users, and after the page, because the copies are below
 * the public content.
 */
const OwnCopies = lazy(async () => ({ default: (await import('./own-copies.tsx')).OwnCopies }));

function CardPage() {
  const { cardId } = screen.useParams();
  const { data, error, refetch } = useCardFacts(cardId);
  if (data !== undefined) return <CardDetail shown={data} />;
  if (error === null) return <CardPending />;
  return (
    <div className="page py-9">
      <h1 className="sr-only">Card</h1>
      <ErrorState
        title="Error Loading Card"
        text={messageOf(error)}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

function CardDetail({ shown }: { shown: CardFacts }) {
  const { card, instantCredit, printings } = shown;
  const copies = useCopiesOnSale(card.id, 'price', 1).data;
  const isCalm = useReducedMotion();
  const isSignedIn = Boolean(useVisitor());
  return (
    <div className="page pt-4 pb-12">
      <CardStructure
        shown={shown}
        copies={copies?.singles ?? []}
        total={copies?.pagination.total ?? 0}
      />
      <BackLink to="/cards" goesBack>
        All cards
      </BackLink>
      <ItemLayout
        picture={
          <>
            <div className="w-60 max-w-full md:w-66 lg:w-84">
              <LitCard
                card={card}
                alt={`${card.name}, the card`}
                sizes="(min-width: 1024px) 336px, (min-width: 768px) 264px, 240px"
                isCalm={isCalm}
              />
            </div>
            <IllustrationMark src={card.image} />
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="brand">
            <GameName id={card.game} />
          </Badge>
          <RarityBadge rarity={card.rarity} />
          <Badge tone="outline">{FINISH_WORDS[card.finish]}</Badge>
        </div>
        <h1 className="mt-3 text-[30px] leading-[1.08] break-words lg:text-[38px]">{card.name}</h1>
        <p className="mt-3 text-text-2">
          <Link to="/cards" search={{ set: card.set_id }} className="link">
            {card.set_name}
          </Link>{' '}
          · number {card.number} · {card.nativeRarity}
        </p>
        <dl className="mt-5 grid max-w-90 gap-y-1">
          <Figure name="Market value" amount={card.marketValue} />
          <Figure name="We pay you, today" amount={instantCredit} />
        </dl>
        <p className="mt-2 text-small text-text-3">
          {card.pricesAsOf === null
            ? 'No market reports a price for it, so it is worth nothing here.'
            : `Its latest price is from ${dayInUtc(card.pricesAsOf)}. The shop gives half of the market value as credit.`}
        </p>
        <CopiesOnSale key={card.id} cardId={card.id} name={card.name} />
        <WishForCard cardId={card.id} />
        {printings.length > 1 && <Printings card={card} printings={printings} />}
        <InPacks packs={shown.packs} />
        <OpenedHere copies={shown.openedCopies} />
      </ItemLayout>
      <div className="mt-9 grid gap-5">
        <PriceHistory shown={shown} />
        {isSignedIn && (
          <Suspense>
            <OwnCopies card={card} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** A figure on a line of its own. A line with two figures could wrap and move the page when the font loads. */
function Figure({ name, amount }: { name: string; amount: CatalogueCard['marketValue'] }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-small text-text-2">{name}</dt>
      <dd className="font-semibold">
        <Price amount={amount} />
      </dd>
    </div>
  );
}

/**
 * The card's printings with their prices. There is one printing for each finish; if the card number has several
 * rarities, one for each rarity and finish.
 */
function Printings({ card, printings }: { card: CatalogueCard; printings: CatalogueCard[] }) {
  const isOfOneRarity = printings.every(({ nativeRarity }) => nativeRarity === card.nativeRarity);
  return (
    <table className="mt-6 w-full border-collapse text-small">
      <caption className="mb-1 text-left font-display text-h3">Finishes</caption>
      <thead>
        <tr className="border-b border-line text-text-2">
          <th scope="col" className="py-2 text-left font-normal">
            Finish
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            Market value
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            We pay you
          </th>
        </tr>
      </thead>
      <tbody>
        {printings.map((one) => {
          const words = isOfOneRarity
            ? FINISH_WORDS[one.finish]
            : `${FINISH_WORDS[one.finish]}, ${one.nativeRarity}`;
          return (
            <tr key={one.id} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 text-left font-normal">
                {one.id === card.id ? (
                  <span aria-current="page" className="font-semibold">
                    {words} <span className="font-normal text-text-2">(this one)</span>
                  </span>
                ) : (
                  <Link
                    to="/card/$cardId"
                    params={{ cardId: one.id }}
                    resetScroll={false}
                    className="link hit-44"
                  >
                    {words}
                  </Link>
                )}
              </th>
              <td className="py-2 pl-3 text-right font-[560]">
                <Price amount={one.marketValue} />
              </td>
              <td className="py-2 pl-3 text-right font-[560]">
                <Price amount={sellPrice(one.marketValue)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function InPacks({ packs }: { packs: PackOfCard[] }) {
  return (
    <section aria-labelledby="in-packs" className="mt-7">
      <h2 id="in-packs" className="text-h3">
        In packs on sale
      </h2>
      {packs.length === 0 ? (
        <p className="mt-2 text-small text-text-2">No pack on sale can hold it.</p>
      ) : (
        <ul className="mt-2">
          {packs.map((pack) => (
            <li
              key={pack.packTypeId}
              className="relative flex min-h-16 items-center gap-3 border-b border-line py-2 last:border-0"
            >
              <PackImage src={pack.packImageUrl} alt="" sizes="32px" className="w-8 shrink-0" />
              <span className="min-w-0 flex-1">
                <Link
                  to="/pack/$packId"
                  params={{ packId: pack.packTypeId }}
                  className="link font-semibold after:absolute after:inset-0"
                >
                  {pack.name}
                </Link>
                <span className="block text-small text-text-2">{chanceWords(pack)}</span>
              </span>
              <Price amount={pack.price} className="text-small font-semibold" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Says in how many counted packs the card was. The statement is never about one particular pack. */
function chanceWords({ counted }: PackOfCard): string {
  if (counted === null) return 'It can be in one. In how many is not known.';
  return `${inShare(counted.packs, counted.of)}, counted over sealed ones`;
}

function OpenedHere({ copies }: { copies: number }) {
  return (
    <p className="mt-5 text-small text-text-2">
      {copies === 0
        ? 'No copy has been opened here yet.'
        : copies === 1
          ? '1 copy has been opened here.'
          : `${copies.toLocaleString('en-CA')} copies have been opened here.`}
    </p>
  );
}

const HISTORY_DAYS = [30, 90, 365] as const;

function PriceHistory({ shown: { card, prices, today } }: { shown: CardFacts }) {
  const [days, setDays] = useState<(typeof HISTORY_DAYS)[number]>(90);
  const year = useYearOfPrices(card.id, days === 365);
  const shown = days === 365 ? year.data?.prices : prices;
  return (
    <Panel
      title="Price history"
      aside={
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Period</legend>
          {HISTORY_DAYS.map((one) => (
            <Chip key={one} isOn={one === days} onToggle={() => setDays(one)}>
              {one} days
            </Chip>
          ))}
        </fieldset>
      }
    >
      {shown !== undefined && <PriceChart prices={shown} today={today} days={days} />}
      {shown === undefined && year.error === null && (
        <Loading text="Loading prices...">
          <Skeleton className="mt-3 h-50" />
        </Loading>
      )}
      {shown === undefined && year.error !== null && (
        <ErrorState
          title="The prices could not be loaded"
          text={messageOf(year.error)}
          onRetry={() => void year.refetch()}
        />
      )}
      <p className="mt-2 text-small text-text-3">
        Prices come from public sources, in CAD at the shop’s own exchange rate. A price holds until
        the next one is reported.
      </p>
    </Panel>
  );
}

function CardPending() {
  return <ItemPending text="Loading card..." />;
}

function CardNotFound() {
  return (
    <ItemNotFound title="Card not found" text="It isn’t in any of the shop’s sets.">
      <Link to="/cards" className={buttonClass()}>
        All cards
      </Link>
    </ItemNotFound>
  );
}
