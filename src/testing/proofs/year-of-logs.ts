// Makes the log of a shop that publishes a drop each week. Every day it retires the graded cards that came back the day
// before. Callers may put one pack into one drop that the shop should not have.
import { writeCanonical } from '#domain/packproof/canon.ts';
import type { LogAtHand } from '#domain/packproof/log-replay.ts';
import { seededRandom } from '#domain/seeded-random.ts';
import { ownChain } from './own-chain.ts';
import {
  byCommitment,
  honestDrop,
  logOver,
  MANIFEST,
  moved,
  newPack,
  packsRoot,
  proofOf,
  PUBLISHED_AT,
  retired,
  type Entry,
  type Pack,
} from './proof-log.ts';

const DAY = 86_400;
/** Days from one drop to the next. */
const GAP = 7;
/** The number of graded cards in a drop of twenty packs, each in a pack of its own. */
const GRADED = 8;
/** The most days from the sale of a card until it comes back. */
const LATEST_DAY = 40;
/**
 * The evening in seconds from a drop's time of publication. By then, a drop published on the same day is sold, and one
 * published on the day before is closed.
 */
const EVENING = 8_000;

type Lie = { drop: number; pack: NonNullable<Parameters<typeof newPack>[2]> };
type Drop = ReturnType<typeof honestDrop>;

const { chain, numberFor } = ownChain('a year of logs');

/**
 * The packs of a drop, by leaf. All raw cards have the same name and number, so each looks like one that came back
 * before.
 */
function packsOf(number: number, lie: Lie['pack'] = {}): Pack[] {
  return byCommitment(
    Array.from({ length: 20 }, (_, index) =>
      newPack(`Y-${number}-${index}`, 'common', {
        ...(index < GRADED && { label: `PSA ${1000 * number + index}` }),
        ...(index === 0 && lie),
      }),
    ),
  );
}

const honestDrops = new Map<number, ReturnType<typeof makeDrop>>();

/** Returns a drop without a lie. Each is made only once. */
function dropOf(number: number): ReturnType<typeof makeDrop> {
  const made = honestDrops.get(number) ?? makeDrop(number);
  honestDrops.set(number, made);
  return made;
}

function makeDrop(number: number, lie?: Lie['pack']): { drop: Drop; at: number } {
  const packs = packsOf(number, lie);
  const later = (number - 1) * GAP * DAY;
  const publishedAt = PUBLISHED_AT + later;
  const manifest = {
    ...MANIFEST,
    number,
    chain: chain.hash,
    packsRoot: packsRoot(packs),
    odds: [{ packs: 20, rarity: 'common' }],
    publishedAt,
    opensAt: MANIFEST.opensAt + later,
    closesBy: MANIFEST.closesBy + later,
  };
  const drop = honestDrop(manifest, packs, numberFor(publishedAt));
  return { drop: { ...drop, entries: moved(drop.entries, later) }, at: publishedAt };
}

/** The labels that are retired on each day. */
function labelsByDay(drops: number): Map<number, string[]> {
  const random = seededRandom('a year of logs');
  const byDay = new Map<number, string[]>();
  for (let number = 1; number <= drops; number += 1) {
    for (let index = 0; index < GRADED; index += 1) {
      const day = (number - 1) * GAP + 2 + Math.floor(random() * LATEST_DAY);
      if (random() < 0.7) {
        byDay.set(day, [...(byDay.get(day) ?? []), `psa-${1000 * number + index}`]);
      }
    }
  }
  return byDay;
}

export type Year = ReturnType<typeof yearOfLogs>;

export function yearOfLogs(days: number, lie?: Lie) {
  const numbers = Array.from({ length: Math.floor(days / GAP) + 1 }, (_, index) => index + 1);
  const drops = numbers.map((number) =>
    lie?.drop === number ? makeDrop(number, lie.pack) : dropOf(number),
  );
  const byDay = labelsByDay(numbers.length);
  // Keeps together what belongs together: a manifest and its order, a close and its contents.
  const parts: { at: number; entries: Entry[] }[] = drops.flatMap(({ drop: { entries }, at }) => [
    { at, entries: entries.slice(0, 2) },
    ...entries.slice(2, 4).map((seal) => ({ at: Number(seal['sealedAt']), entries: [seal] })),
    { at: Number(entries[4]!['at']), entries: entries.slice(4) },
  ]);
  for (let day = 1; day <= days; day += 1) {
    const at = Math.floor(PUBLISHED_AT / DAY) * DAY + day * DAY + 30;
    const labels = byDay.get(day);
    if (labels) parts.push({ at, entries: [retired(labels, at)] });
    if (day % 10 === 0) parts.push({ at, entries: [{ v: 2, kind: 'x-weather', at, sky: 'grey' }] });
  }
  parts.sort((one, other) => one.at - other.at);
  return {
    drops: drops.length,
    /** A label that is retired before a drop is published, if there is one. */
    labelBefore: (number: number): string | undefined =>
      [...byDay].filter(([day]) => day <= (number - 1) * GAP).at(-1)?.[1][0],
    /** The files that the shop serves in the evening of a day, and a proof of its newest drop. */
    evening: (day: number): { log: LogAtHand; proof: string; now: number } => {
      const now = PUBLISHED_AT + day * DAY + EVENING;
      const entries = parts.filter(({ at }) => at <= now).flatMap((part) => part.entries);
      const published = drops.filter(({ at }) => at <= now).map(({ drop }) => drop);
      const honest = published.at(-1)!;
      const place = honest.places.findIndex(
        (leaf) => !honest.packs[leaf]!.document.includes('-0"'),
      );
      const proof = { ...proofOf(place, undefined, { entries, honest }), chain };
      return { log: logOver(entries, published), proof: writeCanonical(proof), now };
    },
  };
}
