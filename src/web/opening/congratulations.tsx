// For a card that is rare: what it is, what it brings, and the two ways on. Nothing is pressed for
// anybody: the heading has the focus, so that a key meant for the card sells nothing.
import type { OpenedCard } from '#contract/opening.ts';
import { OPENING_RARITY, rarityRank } from '#domain/card.ts';
import { formatCad } from '#domain/money.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CardImage } from '../ui/art.tsx';
import { glowOf, SPARKS } from './glow.ts';
import { Sparks } from './stage-light.tsx';

const CELEBRATION_MS = 1600;

export function Congratulations({
  card,
  isCalm,
  onCredit,
  onKeep,
}: {
  card: OpenedCard;
  isCalm: boolean;
  onCredit: () => void;
  onKeep: () => void;
}) {
  return (
    <Dialog
      isOpen
      onClose={onKeep}
      title={<span className="congratulations-title">Congratulations!</span>}
      width={440}
      onFelt
    >
      <div
        className="grid justify-items-center text-center"
        style={{ '--glow': glowOf(card.rarity) }}
      >
        <div className="relative">
          <div aria-hidden="true" className="congratulations-glow" />
          {!isCalm && <Sparks count={SPARKS[rarityRank(card.rarity)] || 20} ms={CELEBRATION_MS} />}
          <CardImage src={card.image} alt="" eager className="relative w-33 shadow-art" />
        </div>
        <p className="mt-6 text-price font-semibold text-balance">
          You opened a {OPENING_RARITY[card.rarity]} {card.name}
        </p>
        <p className="mt-2 font-display text-h2 font-[760]">
          <span className="whitespace-nowrap">+{formatCad(card.sellPrice)}</span>
        </p>
      </div>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button look="secondary" onClick={onKeep} className="max-sm:order-2">
          Keep in collection
        </Button>
        <Button onClick={onCredit}>Instant credit</Button>
      </div>
    </Dialog>
  );
}
