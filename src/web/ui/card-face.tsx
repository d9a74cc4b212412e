// The face of a card with its foil, and a light that follows the pointer.
import { isFoil, rarityRank, type Finish, type Rarity } from '#domain/card.ts';
import { CardImage } from './art.tsx';
import { classNames } from './class-names.ts';
import './foil.css';
import { makeFoilDriver, type FoilDriver } from './foil-driver.ts';

export type FaceCard = { image: string; rarity: Rarity; finish: Finish };

/** The card's picture with its foil and the light. */
export function CardFace({ card }: { card: FaceCard }) {
  return (
    <>
      <CardImage src={card.image} alt="" eager className="w-full" />
      <CardLight card={card} />
    </>
  );
}

/** The layers of foil and light over the picture. */
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
 * The shining foil. The etched pattern depends on the rarity's rank. With reverse foil, the frame shines instead of the
 * picture.
 */
function Foil({ card }: { card: FaceCard }) {
  const rank = rarityRank(card.rarity);
  // Common cards without foil get no light. Other cards without foil reflect a little.
  if (rank === 1 && !isFoil(card.finish)) return null;
  const variant = {
    'data-rank': rank,
    'data-reverse': card.finish === 'reverse-foil' || undefined,
  };
  const faint = !isFoil(card.finish) && 'stage-foil-faint';
  return (
    <>
      <span className={classNames('stage-etch', faint)} {...variant} />
      <span className={classNames('stage-foil', faint)} {...variant}>
        <span data-part="foil">
          <i data-part="sheet" />
          <i data-part="bar" />
        </span>
      </span>
    </>
  );
}

/** Creates the driver that moves the light on this face. */
export function driverOf(rotator: HTMLElement, face: HTMLElement): FoilDriver {
  const part = (name: string) => face.querySelector<HTMLElement>(`[data-part=${name}]`);
  return makeFoilDriver({
    rotator,
    sheet: part('sheet'),
    bar: part('bar'),
    foil: part('foil'),
    glare: face.querySelector<HTMLElement>('.stage-glare')!,
    light: part('light')!,
  });
}
