// Describes what the shop offers to search engines (schema.org). They read the page as the server sends it, so browsers
// get no code for it, and keep what the server wrote.
import type { PackType } from '#contract/catalogue.ts';
import type { CardFacts } from '#contract/prices.ts';
import type { SingleOnSale } from '#contract/singles.ts';
import { useRouter } from '@tanstack/react-router';
import { decimalText } from '#domain/decimals.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { CURRENCY, type Cents } from '#domain/money.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { useShopName } from '../accounts/config.ts';
import { useGameName } from '../accounts/games.ts';

/** The JPEG of a drawing of the shop, because previews and search engines can't show SVG. */
const jpegOf = (picture: string) => picture.replace(/\.svg(?=\?|$)/, '.jpeg');

/** Describes a pack type with its offer. */
export const PackStructure = import.meta.env.SSR ? WrittenPack : AsWritten;

/** Describes a card, with the copies that are on sale. */
export const CardStructure = import.meta.env.SSR ? WrittenCard : AsWritten;

function WrittenPack({ pack }: { pack: PackType }) {
  const nameOf = useGameName();
  const { origin } = useRouter().options.context;
  const offerOf = useOffer();
  const url = `${origin}/pack/${encodeURIComponent(pack.id)}`;
  const isInStock = pack.is_available && pack.availablePacksCount > 0;
  return (
    <Structure
      of={{
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: pack.name,
        sku: pack.id,
        url,
        image: absolute(origin, jpegOf(pack.packImageUrl)),
        category: nameOf(pack.game),
        ...(pack.description !== '' && { description: pack.description }),
        offers: offerOf({ url, price: pack.price, isInStock, sku: pack.id }),
      }}
    />
  );
}

/** `total`: how many copies there are, if not all are given. */
function WrittenCard({
  shown: { card, printings, sharePicture },
  copies,
  total,
}: {
  shown: CardFacts;
  copies: readonly SingleOnSale[];
  total: number;
}) {
  const nameOf = useGameName();
  const { origin } = useRouter().options.context;
  const offerOf = useOffer();
  const property = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value });
  const url = `${origin}/card/${card.id}`;
  const [cheapest] = copies;
  return (
    <Structure
      of={{
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: card.name,
        url,
        image: origin + sharePicture,
        category: nameOf(card.game),
        additionalProperty: [
          property('Set', card.set_name),
          property('Number', card.number),
          property('Rarity', rarityWords(card.rarity)),
          property('Finish', FINISH_WORDS[card.finish]),
        ],
        ...(cheapest !== undefined && {
          offers: {
            '@type': 'AggregateOffer',
            lowPrice: decimalText(cheapest.price),
            priceCurrency: CURRENCY,
            offerCount: total,
            offers: copies.map(({ id, price, condition, isOnSale, image }) => ({
              ...offerOf({ url: `${url}#copies`, price, isInStock: isOnSale, sku: id }),
              description: condition,
              image: absolute(origin, jpegOf(image)),
            })),
          },
        }),
        isSimilarTo: printings
          .filter(({ id }) => id !== card.id)
          .map(({ id, name }) => ({ '@type': 'Product', name, url: `${origin}/card/${id}` })),
      }}
    />
  );
}

/** A picture may be on another host. */
function absolute(origin: string, address: string): string {
  return new URL(address, origin).href;
}

/** Returns a function that describes an offer. All that the shop sells is used (choice 1074). */
function useOffer() {
  const shop = useShopName();
  const { origin } = useRouter().options.context;
  return (offer: { url: string; price: Cents; isInStock: boolean; sku: string }) => ({
    '@type': 'Offer',
    sku: offer.sku,
    url: offer.url,
    price: decimalText(offer.price),
    priceCurrency: CURRENCY,
    availability: `https://schema.org/${offer.isInStock ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/UsedCondition',
    seller: { '@type': 'Organization', name: shop, url: origin },
  });
}

function Structure({ of }: { of: object }) {
  // Escapes "<", so that a name can't close the script element.
  return <Script text={JSON.stringify(of).replaceAll('<', String.raw`\u003c`)} />;
}

function AsWritten(_what: object) {
  return <Script text="" />;
}

function Script({ text }: { text: string }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
