// The face of a card with its foil, and a light that follows the pointer.
import { isFoil, rarityRank, type Finish, type Rarity } from '#domain/card.ts';
import { CardImage } from './art.tsx';
import { CardDepth } from './card-depth.tsx';
import './foil.css';
import { makeFoilDriver, type FoilDriver } from './foil-driver.ts';

export type FaceCard = { image: string; rarity: Rarity; finish: Finish };

/** A card's picture with its foil and light. `isDeep`: whether the planes of the picture move with the light. */
export function CardFace({ card, isDeep = false }: { card: FaceCard; isDeep?: boolean }) {
  return (
    <>
      <CardImage src={card.image} alt="" eager className="w-full" />
      {isDeep && <CardDepth card={card} />}
      <CardLight card={card} />
    </>
  );
}

/** The layers of foil and light on top of the picture. */
export function CardLight({ card }: { card: FaceCard }) {
  return (
    <>
      <Foil card={card} />
      <span className="stage-glare">
        <i data-part="light" />
      </span>
      <span className="stage-edge card-corners" />
    </>
  );
}

/**
 * The shining foil. Its etched pattern depends on the rank of the rarity. If the finish is reverse foil, the frame
 * shines instead of the picture.
 */
function Foil({ card }: { card: FaceCard }) {
  const rank = rarityRank(card.rarity);
  // The frame alone tells the rarity of a card without foil: a shine would promise another card.
  if (!isFoil(card.finish)) return null;
  const variant = {
    'data-rank': rank,
    'data-reverse': card.finish === 'reverse-foil' || undefined,
  };
  return (
    <>
      <span className="stage-etch" {...variant} />
      <span className="stage-foil" {...variant}>
        <span data-part="foil">
          <i data-part="sheet" />
          <i data-part="bar" />
        </span>
      </span>
    </>
  );
}

/** Creates the driver that moves the light on a face. */
export function driverOf(rotator: HTMLElement, face: HTMLElement): FoilDriver {
  const part = (name: string) => face.querySelector<HTMLElement>(`[data-part=${name}]`);
  return makeFoilDriver({
    rotator,
    sheet: part('sheet'),
    bar: part('bar'),
    foil: part('foil'),
    glare: face.querySelector<HTMLElement>('.stage-glare')!,
    light: part('light')!,
    // This is a live list, because the planes may load after the light.
    planes: face.getElementsByClassName('card-plane') as HTMLCollectionOf<HTMLElement>,
  });
}
