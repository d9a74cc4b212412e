import { soonestFirst, type ExpiringCard } from '#domain/expiry.ts';
import { formatCad, sum, type Cents } from '#domain/money.ts';
import { CONVERT_AFTER_DAYS, daysUntil, sellPrice } from '#domain/sellback.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail, type MailPart } from '../write-mail.ts';

/** The most cards that a mail lists. The page My cards shows the others (choice 74). */
const CARDS_NAMED_MAX = 50;

/**
 * Notifies an owner of cards whose time ends soon, and of what then happens. `converts`: the owner has chosen credits.
 * `toShip`: the cards worth `shipThreshold` or more, which are listed first. The two lists have at least one card in
 * all, and each is sorted by date, soonest first.
 */
export function expiringCardsMail(facts: {
  toShip: ExpiringCard[];
  rest: ExpiringCard[];
  shipThreshold: Cents | null;
  converts: boolean;
  now: Date;
  head: Letterhead;
}): Mail {
  const { toShip, rest, shipThreshold, converts, now, head } = facts;
  const cards = [...toShip, ...rest].toSorted(soonestFirst);
  const first = cards[0]!;
  const becomes = converts ? 'convert to credits' : 'be locked';
  const named = toShip.slice(0, CARDS_NAMED_MAX);
  const namedRest = rest.slice(0, CARDS_NAMED_MAX - named.length);
  const unnamed = cards.length - named.length - namedRest.length;
  const myCards = `${head.publicUrl}/my-cards?expiring=true`;
  const shipAt = toShip.length === 1 ? `${head.publicUrl}/shipping/${toShip[0]!.id}` : myCards;

  return writeMail(head, {
    kind: 'expiring_cards',
    subject:
      cards.length === 1
        ? `${first.name} will ${becomes} on ${longDay(first.convertsAt)}`
        : `${cards.length} cards will ${becomes} soon, the first on ${longDay(first.convertsAt)}`,
    parts: [
      `${cards.length === 1 ? 'This card' : 'Each of these cards'} can be sold or shipped until the time shown.`,
      ...section(
        named,
        now,
        shipThreshold === null
          ? ''
          : `With a market value of ${formatCad(shipThreshold)} or more, so you may want to have ${toShip.length === 1 ? 'it' : 'them'} shipped:`,
      ),
      ...(toShip.length === 0
        ? []
        : [{ link: shipAt, label: toShip.length === 1 ? 'Ship this card' : 'Ship these cards' }]),
      ...section(namedRest, now, toShip.length === 0 ? '' : 'The others:'),
      ...(unnamed === 0 ? [] : [`And ${unnamed} more, listed in My cards.`]),
      `Credit value today: ${formatCad(sum(...cards.map((card) => sellPrice(card.marketValue))))}${cards.length === 1 ? '' : ' in all'}.`,
      converts
        ? 'Whatever you still have at that time converts to credits automatically, at half of its market value at that moment, which may differ from today’s. You don’t have to do anything.'
        : `You have switched automatic conversion off, so whatever you still have at that time is locked: it stays yours, but it can't be sold or shipped until we release it for ${CONVERT_AFTER_DAYS} more days or convert it. Ask for a release with the button in My cards, or write to ${head.contact}.`,
      { link: myCards, label: 'See, sell or ship them in My cards' },
    ],
  });
}

function section(cards: ExpiringCard[], now: Date, title: string): MailPart[] {
  if (cards.length === 0) return [];
  const rows = cards.map((card) => ({
    name: card.name,
    note: `${longMoment(card.convertsAt)}, ${within(card.convertsAt, now)}, market ${formatCad(card.marketValue)}`,
    amount: sellPrice(card.marketValue),
  }));
  return [...(title === '' ? [] : [title]), { rows, amountsAre: 'sells for' }];
}

function within(moment: Date, now: Date): string {
  const days = daysUntil(moment.getTime(), now.getTime());
  return days <= 1 ? 'within a day' : `within ${days} days`;
}

// All times are in UTC and say so, because the shop doesn't know the reader's time zone (choice
// 74).
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

function longDay(moment: Date): string {
  return DAY.format(moment);
}

function longMoment(moment: Date): string {
  return `${DAY.format(moment)}, ${TIME.format(moment)} UTC`;
}
