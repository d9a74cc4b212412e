// The page with the wish list: cards and packs about which the user wants notices, and the price limits for these
// notices.
import type { Reply } from '#contract/endpoint.ts';
import {
  drawLine,
  forgetCardWish,
  forgetPackWish,
  listWishes,
  wishForCard,
  wishForPack,
} from '#contract/wishes.ts';
import { decimalOf, parseCad } from '#domain/decimals.ts';
import { printingWords } from '#domain/finish-words.ts';
import { formatCad } from '#domain/money.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { CardImage, PackImage } from '../ui/art.tsx';
import { RarityBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatDay } from '../ui/moments.ts';
import { Price } from '../ui/price.tsx';
import { Banner, EmptyState } from '../ui/states.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';

type Wishes = Reply<typeof listWishes>;
type WishedCard = Wishes['cards'][number];
type WishedPack = Wishes['packs'][number];

export const screen = createLazyRoute('/wishes')({ component: WishesPage });

function WishesPage() {
  const wishes = useAsk(listWishes, {});
  const heading = useRef<HTMLHeadingElement>(null);
  // If the last wish of a list is removed, the list disappears and the focus moves to the heading.
  const fallback = useFocusFallback(() => heading.current);
  return (
    <div {...fallback} className="page max-w-4xl pt-9 pb-20">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="text-h2 sm:text-h1">
          Wishes
        </h1>
        <Link to="/notices" className="link text-small">
          Notices, and how you get them
        </Link>
      </div>
      <WhenLoaded list={wishes} what="wishes">
        {({ cards, packs }) =>
          cards.length + packs.length === 0 ? (
            <EmptyState
              title="No wishes yet"
              text="Wish for a card on its page, or for a pack that is out of stock, and we’ll tell you once when it comes in."
              action={
                <Link to="/cards" className={buttonClass()}>
                  Look at the cards
                </Link>
              }
            />
          ) : (
            <div className="grid gap-9">
              {cards.length > 0 && (
                <List title="Cards">
                  {cards.map((card) => (
                    <CardWish key={card.cardId} card={card} />
                  ))}
                </List>
              )}
              {packs.length > 0 && (
                <List title="Packs">
                  {packs.map((pack) => (
                    <PackWish key={pack.packTypeId} pack={pack} />
                  ))}
                </List>
              )}
            </div>
          )
        }
      </WhenLoaded>
    </div>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  const fallback = useFocusFallback(() => list.current);
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-h3">{title}</h2>
      <ul
        ref={list}
        tabIndex={-1}
        {...fallback}
        aria-label={title}
        className="divide-y divide-line rounded-card border border-line bg-surface"
      >
        {children}
      </ul>
    </section>
  );
}

function CardWish({ card }: { card: WishedCard }) {
  const { cardId, name } = card;
  const printing = printingWords(card);
  const wish = useDo(wishForCard);
  const forget = useDo(forgetCardWish);
  return (
    <li className="grid gap-4 p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <CardImage src={card.image} alt="" className="w-16 max-sm:hidden" />
      <div className="min-w-0">
        <p className="font-semibold break-words">
          <Link to="/card/$cardId" params={{ cardId }} className="link">
            {name}
          </Link>
        </p>
        <p className="text-small text-text-2">
          {card.setName} · {card.number} · {printing} · market <Price amount={card.marketValue} />
        </p>
        <p className="mt-1.5">
          <RarityBadge rarity={card.rarity} />
        </p>
        <p className="mt-2 text-small">
          {card.toldAt === null
            ? 'We’ll tell you when one is on sale, or packs come in that can hold it.'
            : `Notified on ${formatDay(card.toldAt)}.`}
          {card.singleFrom !== null && (
            <>
              {' '}
              <Link to="/card/$cardId" params={{ cardId }} hash="copies" className="link">
                There is one now, from {formatCad(card.singleFrom)}
              </Link>
              .
            </>
          )}
          {card.canBeIn.length > 0 && (
            <>
              {' '}
              It can be in{' '}
              {card.canBeIn.map(({ id, name: pack }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Link to="/pack/$packId" params={{ packId: id }} className="link">
                    {pack}
                  </Link>
                </span>
              ))}
              , on sale now.
            </>
          )}
        </p>
        <PriceLine card={card} />
      </div>
      <Ways
        name={`${name}, ${printing}`}
        isTold={card.toldAt !== null}
        again={() => wish.mutate({ cardId })}
        remove={() => forget.mutate({ cardId })}
        isBusy={wish.isPending || forget.isPending}
        failure={wish.error ?? forget.error}
      />
    </li>
  );
}

function PackWish({ pack }: { pack: WishedPack }) {
  const { packTypeId, name } = pack;
  const wish = useDo(wishForPack);
  const forget = useDo(forgetPackWish);
  return (
    <li className="grid gap-4 p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <PackImage src={pack.image} alt="" className="w-16 max-sm:hidden" />
      <div className="min-w-0">
        <p className="font-semibold break-words">
          <Link to="/pack/$packId" params={{ packId: packTypeId }} className="link">
            {name}
          </Link>
        </p>
        <p className="text-small text-text-2">
          <Price amount={pack.price} /> · {pack.isForSale ? 'In stock' : 'Out of stock'}
        </p>
        <p className="mt-2 text-small">
          {pack.toldAt === null
            ? pack.isForSale
              ? 'We’ll tell you when it has sold out and is back.'
              : 'We’ll tell you when it is back.'
            : `Notified on ${formatDay(pack.toldAt)}.`}
        </p>
      </div>
      <Ways
        name={name}
        isTold={pack.toldAt !== null}
        again={() => wish.mutate({ packTypeId })}
        remove={() => forget.mutate({ packTypeId })}
        isBusy={wish.isPending || forget.isPending}
        failure={wish.error ?? forget.error}
      />
    </li>
  );
}

/** The buttons of a wish. If its notice has been sent, the user can renew the wish. */
function Ways({
  name,
  isTold,
  again,
  remove,
  isBusy,
  failure,
}: {
  name: string;
  isTold: boolean;
  again: () => void;
  remove: () => void;
  isBusy: boolean;
  failure: Error | null;
}) {
  return (
    <div className="grid content-start gap-2 max-sm:grid-cols-2">
      {isTold && (
        <Button variant="secondary" size="small" className="max-md:min-h-11" onClick={again}>
          Tell me again<span className="sr-only"> of {name}</span>
        </Button>
      )}
      <Button
        variant="secondary"
        size="small"
        className="max-md:min-h-11"
        busy={isBusy}
        onClick={remove}
      >
        Remove<span className="sr-only"> {name}</span>
      </Button>
      {failure && <Banner title="Not saved">{messageOf(failure)}</Banner>}
    </div>
  );
}

/** Shows the market price at which the user gets a notice, with a form to set that price. */
function PriceLine({ card }: { card: WishedCard }) {
  const { cardId, line, marketValue } = card;
  const name = `${card.name}, ${printingWords(card)}`;
  const [text, setText] = useState(line === null ? '' : String(decimalOf(line.amount)));
  const [problem, setProblem] = useState<string | undefined>();
  const draw = useDo(drawLine, { untilFresh: true });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = text.trim();
    const amount = written === '' ? null : parseCad(written.replace(',', '.'));
    const wrong =
      (written !== '' && (amount === null || amount <= 0)) || amount === marketValue
        ? 'Please enter an amount such as 4.99, other than what it is worth now'
        : undefined;
    setProblem(wrong);
    if (wrong !== undefined) event.currentTarget.querySelector('input')?.focus();
    else if (!draw.isPending) draw.mutate({ cardId, amount });
  };

  return (
    <details className="mt-3 text-small">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-[560]">
        {line === null
          ? 'Set a price alert'
          : line.toldAt === null
            ? `We’ll tell you when it ${line.isAbove ? 'rises' : 'falls'} to ${formatCad(line.amount)}`
            : `It crossed ${formatCad(line.amount)}; notified on ${formatDay(line.toldAt)}`}
        <span className="sr-only">, {name}</span>
        <Icon name="down" size={14} />
      </summary>
      <form noValidate onSubmit={submit} className="mt-2 flex items-start gap-3">
        <Field
          label="Market value (CAD)"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setProblem(undefined);
          }}
          hint="We’ll tell you once when its market value crosses this. Leave it empty for no notice."
          error={problem}
          className="max-w-xs flex-1"
        />
        <Button type="submit" variant="secondary" busy={draw.isPending} className="mt-6.75">
          Save<span className="sr-only"> the price for {name}</span>
        </Button>
      </form>
      {draw.isError && <Banner title="Not saved">{messageOf(draw.error)}</Banner>}
    </details>
  );
}
