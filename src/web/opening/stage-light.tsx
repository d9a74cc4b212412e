// The light around a card that was just turned: rays behind the card, sparks around it, and a glow on the floor.
import { rarityRank, type Rarity } from '#domain/card.ts';
import { useEffect, useRef } from 'react';
import { flipTimes } from './flip-timeline.ts';
import { glowOf, RAYS_PEAK, SPARKS } from './glow.ts';

/** The rays fade to this share of their peak strength after the reveal. */
const RAYS_REST = 0.45;
const RAYS_TURN_DEGREES = 14;
const RISE_SHARE = 0.2;
const SPARKS_FROM_MS = 420;
/** The glow on the floor starts when the card is edge-on. After the reveal it fades to the share FLOOR_REST. */
const FLOOR_FROM_MS = 150;
const FLOOR_UP_MS = 420;
const FLOOR_REST = 0.7;

export function StageLight({
  rarity,
  isOpen,
  isTurning,
  isCalm,
}: {
  rarity: Rarity;
  isOpen: boolean;
  isTurning: boolean;
  isCalm: boolean;
}) {
  const rank = rarityRank(rarity);
  const rays = useRef<HTMLDivElement>(null);
  const floor = useRef<HTMLDivElement>(null);
  const peak = RAYS_PEAK[rank];
  const { freeAt, endAt: lasts } = flipTimes(rarity, false);
  const plays = isTurning && !isCalm;

  // The glow on the floor plays for every rarity, although the rays do not.
  useEffect(() => {
    if (!plays) return;
    const glowing = floor.current!.animate(
      [
        { opacity: 0 },
        { opacity: 0, offset: FLOOR_FROM_MS / lasts },
        { opacity: 1, offset: FLOOR_UP_MS / lasts },
        { opacity: 1, offset: freeAt / lasts },
        { opacity: FLOOR_REST },
      ],
      lasts,
    );
    return () => glowing.cancel();
  }, [plays, freeAt, lasts]);

  useEffect(() => {
    if (!plays || peak === 0) return;
    const shining = rays.current!.animate(
      [
        { opacity: 0, transform: `rotate(-${RAYS_TURN_DEGREES}deg)` },
        { opacity: 0, offset: 0.06 },
        { opacity: peak, offset: RISE_SHARE },
        { opacity: peak, offset: 0.55 },
        { opacity: peak * RAYS_REST, transform: 'rotate(0deg)' },
      ],
      { duration: lasts, easing: 'ease-out' },
    );
    return () => shining.cancel();
  }, [plays, peak, lasts]);

  return (
    <div aria-hidden="true" className="stage-light" style={{ '--glow': glowOf(rarity) }}>
      <div
        ref={rays}
        className="stage-rays"
        style={{ opacity: isOpen && !isCalm ? peak * RAYS_REST : 0 }}
      />
      <div ref={floor} className="stage-floor" style={{ opacity: isOpen ? FLOOR_REST : 0 }} />
      {plays && <Sparks count={SPARKS[rank]} ms={lasts} />}
    </div>
  );
}

/** Four-pointed sparks that fly out and fade. Each spark has a path of its own, which is the same in every reveal. */
export function Sparks({ count, ms }: { count: number; ms: number }) {
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const flights = [...place.current!.children].map((chip, at) => {
      const { x, y, size, spin } = flightOf(at, count);
      return chip.animate(
        [
          { opacity: 0, transform: 'translate(0, 0) scale(0.2)' },
          { opacity: 1, offset: 0.12 },
          { opacity: 0.9, offset: 0.6 },
          { opacity: 0, transform: `translate(${x}px, ${y}px) rotate(${spin}deg) scale(${size})` },
        ],
        {
          duration: Math.max(600, (ms - SPARKS_FROM_MS) * (0.55 + (0.45 * ((at * 7) % 10)) / 10)),
          delay: SPARKS_FROM_MS,
          easing: 'cubic-bezier(0.1, 0.7, 0.3, 1)',
          fill: 'backwards',
        },
      );
    });
    return () => {
      for (const flight of flights) flight.cancel();
    };
  }, [count, ms]);

  return (
    <div ref={place} className="stage-sparks">
      {Array.from({ length: count }, (_none, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Sparks differ only in their index.
        <i key={at} />
      ))}
    </div>
  );
}

const GOLDEN_ANGLE = 2.39996;

function flightOf(at: number, count: number) {
  const angle = at * GOLDEN_ANGLE;
  const reach = 190 + 260 * Math.sqrt((at + 0.5) / count);
  return {
    x: Math.round(Math.cos(angle) * reach),
    y: Math.round(Math.sin(angle) * reach * 0.8 + 40),
    size: 0.6 + ((at * 5) % 8) / 10,
    spin: (at % 2 === 0 ? 1 : -1) * (90 + ((at * 37) % 180)),
  };
}
