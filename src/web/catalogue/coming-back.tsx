// Greets a customer who comes back: a line says what waits for them, and the home page's stage (`hero.tsx`) begins with
// a pack that they have not bought yet (choice 932).
import type { PackType } from '#contract/catalogue.ts';
import type { ShipmentStatus } from '#domain/shipping.ts';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment, useEffect, useEffectEvent, type ReactNode } from 'react';
import { fetchArt } from '../ui/art.tsx';
import { countOf } from '../ui/count-of.ts';
import { formatDay } from '../ui/moments.ts';
import { isBuyable } from './use-buy.ts';
import { useWaiting, type Waiting } from './waiting.ts';

type ComingBackProps = {
  packs: readonly PackType[];
  /** The line to show if nothing waits for the customer. */
  usual: ReactNode;
  /** Returns whether the page may still change by itself. */
  isUntouched: () => boolean;
  /**
   * Called once: with the index of the pack to begin with, when its pictures have loaded, or with null for no change.
   */
  onBegin: (index: number | null) => void;
};

export function ComingBack({ packs, usual, isUntouched, onBegin }: ComingBackProps) {
  const { data: waiting, isError } = useWaiting();
  const begin = useEffectEvent(async (isWanted: () => boolean) => {
    const at = packs.findIndex(
      (pack) => isBuyable(pack) && !waiting?.boughtPackTypeIds.includes(pack.id),
    );
    if (isError || at === -1 || !isUntouched()) return onBegin(null);
    await loadPictures(packs[at]!);
    if (!isWanted()) return;
    if (!isUntouched()) return onBegin(null);
    const hadFocus = document.querySelector('main h1:focus') !== null;
    onBegin(at);
    if (hadFocus) requestAnimationFrame(focusHeading);
  });
  const isKnown = waiting !== undefined || isError;
  useEffect(() => {
    if (!isKnown) return;
    let isWanted = true;
    void begin(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [isKnown]);

  const items = waiting === undefined ? [] : itemsOf(waiting);
  if (items.length === 0) return usual;
  return (
    <span>
      {items.map(({ words, ...link }, at) => (
        <Fragment key={words}>
          {at > 0 && ' · '}
          {/* Puts the link above the link that covers the whole slide. */}
          <Link {...link} className="link relative z-10 text-inherit">
            {words}
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

/** Moves the focus to the new heading, because the heading that had the focus disappeared with the old pack. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Longest time that the stage waits for the pictures. */
const PICTURES_WAIT_MS = 1500;

/** Loads the pictures of the stage, so that it has no gap when the pack changes. A failed picture stops nothing. */
async function loadPictures({ packImageUrl, potentialHitsCards }: PackType): Promise<void> {
  const hits = potentialHitsCards.slice(0, 3).map(({ cardImageUrl }) => cardImageUrl);
  const loading = [packImageUrl, ...hits].map((src) => fetchArt(src).decode());
  await Promise.race([
    Promise.allSettled(loading),
    new Promise((resolve) => setTimeout(resolve, PICTURES_WAIT_MS)),
  ]);
}

const PARCEL_WORDS: Partial<Record<ShipmentStatus, string>> = {
  requested: 'Your parcel will be packed',
  packed: 'Your parcel is packed',
  shipped: 'Your parcel is on its way',
};

type Item = { words: string } & Pick<LinkProps, 'to' | 'params' | 'search'>;

function itemsOf({
  parcels,
  coveredPacks,
  sealedPacks,
  endingCards,
  wishesThere,
}: Waiting): Item[] {
  const items: (Item | false)[] = [
    parcels !== null &&
      (parcels.count === 1
        ? {
            words: PARCEL_WORDS[parcels.status] ?? 'Your parcel',
            to: '/shipments/$shipmentId',
            params: { shipmentId: parcels.newestId },
          }
        : { words: `${parcels.count} parcels to come`, to: '/shipments' }),
    coveredPacks > 0 && {
      words: `${countOf(coveredPacks, 'pack')} to look at`,
      to: '/my-cards',
    },
    sealedPacks > 0 && {
      words: `${countOf(sealedPacks, 'sealed pack')} to open`,
      to: '/my-cards',
      search: { tab: 'sealed' },
    },
    endingCards !== null && {
      words:
        endingCards.count === 1
          ? `1 card ends on ${formatDay(endingCards.firstAt)}`
          : `${endingCards.count} cards end, the first on ${formatDay(endingCards.firstAt)}`,
      to: '/my-cards',
      search: { expiring: true },
    },
    wishesThere > 0 && {
      words: wishesThere === 1 ? 'A wish of yours is there' : `${wishesThere} wishes are there`,
      to: '/wishes',
    },
  ];
  return items.filter((item) => item !== false);
}
