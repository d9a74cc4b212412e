import type { CardFacts } from '#contract/prices.ts';
import { GAME_NAMES } from '#domain/card.ts';
import { useRouter } from '@tanstack/react-router';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { rarityWords } from '#domain/rarity-words.ts';

/** What the page is about, for machines (schema.org). Nobody sells the card by itself, so there is no offer. */
export function CardStructure({ shown: { card, printings, sharePicture } }: { shown: CardFacts }) {
  const { origin } = useRouter().options.context;
  const property = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value });
  const structure = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: card.name,
    url: `${origin}/card/${card.id}`,
    image: origin + sharePicture,
    category: GAME_NAMES[card.game],
    additionalProperty: [
      property('Set', card.set_name),
      property('Number', card.number),
      property('Rarity', rarityWords(card.rarity)),
      property('Finish', FINISH_WORDS[card.finish]),
    ],
    isSimilarTo: printings
      .filter(({ id }) => id !== card.id)
      .map(({ id, name }) => ({ '@type': 'Product', name, url: `${origin}/card/${id}` })),
  };
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // A name can't end the script: nothing in it begins a tag.
      dangerouslySetInnerHTML={{
        __html: JSON.stringify(structure).replaceAll('<', String.raw`\u003c`),
      }}
    />
  );
}
