// Texts for buyers about the proof of their packs: the three times, and one sentence about the checks.
import type { Check, CheckName } from '#domain/packproof/check.ts';
import { readManifest, readOrder, readTicket } from '#domain/packproof/log-objects.ts';
import { readProofFile } from '#domain/packproof/proof-file.ts';
import { KNOWN_CHAINS, timeOfRound } from '#domain/packproof/public-number.ts';

/** When a pack was fixed, put into its order, and bought. */
export type PackTimes = {
  fixedAt: Date;
  /** When the pack was put into its order. Null if the proof's chain is not known here. */
  orderedAt: Date | null;
  boughtAt: Date;
  /** Whether the order comes from a practice number, as in a demo. */
  isDemo: boolean;
};

/** Returns the times that a proof contains. Throws if the proof can't be read. */
export function timesOf(proof: string): PackTimes {
  const { manifest, order, ticket, chain: own } = readProofFile(proof);
  const { publishedAt, chain: hash } = readManifest(manifest);
  const known = KNOWN_CHAINS.get(hash);
  const chain = known ?? own;
  return {
    fixedAt: dateOf(publishedAt),
    orderedAt: chain ? dateOf(timeOfRound(readOrder(order).round, chain)) : null,
    boughtAt: dateOf(readTicket(ticket).issuedAt),
    isDemo: known === undefined,
  };
}

const dateOf = (seconds: number) => new Date(seconds * 1000);

/**
 * Formats times so that a reader can compare them. If all are on the same day, returns times such as "9:06"; otherwise
 * days such as "Nov 28". Uses the viewer's time zone.
 */
export function momentsInWords(moments: readonly Date[]): string[] {
  const isOneDay = new Set(moments.map((one) => one.toDateString())).size === 1;
  const isOneYear = new Set(moments.map((one) => one.getFullYear())).size === 1;
  return moments.map((one) => {
    if (isOneDay) return `${one.getHours()}:${String(one.getMinutes()).padStart(2, '0')}`;
    const day = `${MONTHS[one.getMonth()]} ${one.getDate()}`;
    return isOneYear ? day : `${day}, ${one.getFullYear()}`;
  });
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The three dots of a pack. They stand for its being fixed, being ordered, and becoming the buyer's. */
export const DOTS = ['fixed', 'ordered', 'yours'] as const;
export type Dot = (typeof DOTS)[number];

/** The checks that each dot depends on. */
const CHECKS_OF: Record<Dot, readonly CheckName[]> = {
  fixed: ['V1', 'V3', 'V7'],
  ordered: ['V4', 'V5', 'V6'],
  yours: ['V2', 'V3', 'V6'],
};

/** `word`: none of the dot's checks failed or still waits, but one of them has only the shop's word (choice 949). */
export type DotState = 'unchecked' | 'checked' | 'word' | 'wrong';

export function dotState(dot: Dot, checks: readonly Check[]): DotState {
  const own = checks.filter(({ name }) => CHECKS_OF[dot].includes(name));
  if (own.some(({ state }) => state === 'red')) return 'wrong';
  const isOver =
    own.length === CHECKS_OF[dot].length && own.every(({ state }) => state !== 'waiting');
  if (!isOver) return 'unchecked';
  return own.some(({ state }) => state === 'amber') ? 'word' : 'checked';
}

/**
 * Returns sentences about packs that were bought together. `checks`: the checks of each pack. The browser itself
 * vouches for "fixed before you bought it" only if it saw the drop before the payment (V1), and for the order only if
 * a public number set it (V5) after the list was locked (V4). The rest is the shop's word.
 */
export function sentenceOf(times: readonly PackTimes[], checks: readonly Check[][]): string {
  const many = times.length > 1;
  const [packs, were, them] = many
    ? [`Your ${times.length} packs`, 'were', 'them']
    : ['Your pack', 'was', 'it'];
  const [fixed, bought] = momentsInWords([times[0]!.fixedAt, times.at(-1)!.boughtAt]);
  const isAlike = new Set(times.map(({ fixedAt }) => fixedAt.getTime())).size === 1;
  const at = fixed!.includes(':') ? 'at' : 'on';
  const what = isAlike
    ? `${packs} ${were} fixed ${at} ${fixed}, and you bought ${them} ${at} ${bought}.`
    : `${packs} ${were} fixed before you bought ${them} ${at} ${bought}.`;
  return `${what} ${verdictOf(checks, them)}`;
}

function verdictOf(checks: readonly Check[][], them: string): string {
  const all = checks.flat();
  if (all.some(({ state }) => state === 'red')) return 'But your browser found something wrong.';
  const isOver = checks.every((own) => DOTS.every((dot) => dotState(dot, own) !== 'unchecked'));
  if (!isOver) {
    const isClosed = all.some(({ name, state }) => name === 'V7' && state === 'waiting');
    return isClosed
      ? `Your browser checks ${them} once you have opened ${them}.`
      : `Your browser is checking ${them}.`;
  }
  const isWordOf = (...names: CheckName[]) =>
    all.some(({ name, state }) => names.includes(name) && state === 'amber');
  const [isFixedByWord, isOrderByWord] = [isWordOf('V1'), isWordOf('V4', 'V5')];
  if (!isFixedByWord && !isOrderByWord) return `Your browser checked ${them}.`;
  const byWord = !isOrderByWord
    ? 'The times are'
    : isFixedByWord
      ? 'Times and order are'
      : isWordOf('V5')
        ? 'The order is'
        : 'That the order came later is';
  return `Your browser checked what you got. ${byWord} the shop’s word.`;
}

/** Returns the names of the failed checks, each once. Empty if none failed. */
export function wrongChecks(checks: readonly Check[]): CheckName[] {
  return [...new Set(checks.filter(({ state }) => state === 'red').map(({ name }) => name))];
}
