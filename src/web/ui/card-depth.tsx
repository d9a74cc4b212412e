// The picture of a full-bleed card as planes. With the light, the planes move against each other as if behind a window
// (`foil-driver.ts`). Used only where one card is shown alone (choice 942).
import { rarityRank, type Rarity } from '#domain/card.ts';
import { useEffect, useState } from 'react';

/** The planes from the farthest to the nearest. The frame does not move. */
const PLANES = ['back', 'subject', 'front', 'frame'] as const;
/** The URLs of the shop's own drawings. No other picture has planes. */
const DRAWING_FORM = /^\/art\/card\/[\w-]+\.svg\?/;

type DeepCard = { image: string; rarity: Rarity };

/** Returns whether the picture has planes: the shop's drawing of a rare or mythic card, which fills the card. */
function hasDepth({ image, rarity }: DeepCard): boolean {
  return rarityRank(rarity) > 2 && DRAWING_FORM.test(image);
}

/**
 * Draws the planes of a card on top of its flat picture. They appear together after all planes have loaded. At rest
 * they look like the flat picture, so that nobody notices the change.
 */
export function CardDepth({ card }: { card: DeepCard }) {
  const [shown, setShown] = useState<string | null>(null);
  const { image } = card;
  const isDeep = hasDepth(card);

  useEffect(() => {
    if (!isDeep) return;
    let isOver = false;
    const decoded = PLANES.map((plane) => {
      const picture = new Image();
      picture.src = planeOf(image, plane);
      return picture.decode();
    });
    // If one of the planes does not load, the flat picture stays.
    Promise.all(decoded).then(
      () => !isOver && setShown(image),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [isDeep, image]);

  if (!isDeep) return null;
  return (
    <span className="card-depth" data-shown={shown === image || undefined}>
      {PLANES.map((plane) => (
        <img
          key={plane}
          src={planeOf(image, plane)}
          alt=""
          className="card-plane"
          data-plane={plane}
          draggable={false}
        />
      ))}
    </span>
  );
}

function planeOf(image: string, plane: (typeof PLANES)[number]): string {
  return `${image}&plane=${plane}`;
}
