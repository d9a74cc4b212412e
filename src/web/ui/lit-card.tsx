// A large card on a page, with its foil. The light follows the pointer or a finger.
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { CardImage } from './art.tsx';
import { CardDepth } from './card-depth.tsx';
import { CardLight, driverOf, type FaceCard } from './card-face.tsx';
import type { FoilDriver } from './foil-driver.ts';
import { useHydrated } from './use-hydrated.ts';

type LitCardProps = {
  card: FaceCard;
  alt: string;
  /** The display width of the picture, in the syntax of `sizes`. */
  sizes: string;
  /** Whether motion is reduced. If so, the foil does not move. */
  isCalm: boolean;
};

export function LitCard({ card, alt, sizes, isCalm }: LitCardProps) {
  const tilted = useRef<HTMLSpanElement>(null);
  const light = useRef<FoilDriver>(null);
  // The light is not rendered before hydration, because no code can move it until then.
  const isLit = useHydrated();
  // The planes load when the pointer first touches the card. If they loaded earlier, they would delay the page's
  // largest picture.
  const [isTouched, setTouched] = useState(false);

  useEffect(() => {
    const rotator = tilted.current!;
    if (isCalm || !isLit) return;
    const driver = driverOf(rotator, rotator);
    light.current = driver;
    driver.sweep(false);
    return () => {
      driver.stop();
      rotator.style.removeProperty('transform');
      light.current = null;
    };
  }, [isCalm, isLit, card.image]);

  const point = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    setTouched(true);
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    light.current?.point((clientX - left) / width, (clientY - top) / height);
  };
  const rest = () => light.current?.release();
  return (
    <span
      className="lit-card"
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={rest}
      onPointerUp={(event) => event.pointerType !== 'mouse' && rest()}
      onPointerCancel={rest}
    >
      <span ref={tilted} className="lit-card-tilt card-corners">
        <CardImage src={card.image} alt={alt} eager first sizes={sizes} className="w-full" />
        {isTouched && !isCalm && <CardDepth card={card} />}
        {isLit && <CardLight card={card} />}
      </span>
    </span>
  );
}
