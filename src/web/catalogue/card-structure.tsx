import type { CardFacts } from '#contract/prices.ts';
import { useRouter } from '@tanstack/react-router';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { useGameName } from '../accounts/games.ts';

/**
 * Describes the card to search engines (schema.org). The description has no offer, because the shop does not sell
 * single cards.
 */
export function CardStructure({ shown: { card, printings, sharePicture } }: { shown: CardFacts }) {
  const nameOf = useGameName();
  const { origin } = useRouter().options.context;
  const property = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value });
  const structure = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: card.name,
    url: `${origin}/card/${card.id}`,
    image: origin + sharePicture,
    category: nameOf(card.game),
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
      // Escapes "<", so that a card's name can't close the script element.
      dangerouslySetInnerHTML={{
        __html: JSON.stringify(structure).replaceAll('<', String.raw`\u003c`),
      }}
    />
  );
}
