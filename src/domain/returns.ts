// Says until when sealed packs can be returned, by button or on request (docs/product.md §6, choice 765).

/** The number of minutes after payment in which packs can be returned by button. */
export const RETURN_MINUTES = 60;
/** The maximum number of orders that a buyer can return by button in `RETURNS_DAYS` days. */
const RETURNS_MOST = 2;
export const RETURNS_DAYS = 30;
/** The number of days after payment in which a buyer can ask for a return. */
const REQUEST_DAYS = 14;
/** The number of days for which a granted request opens the return by button. */
export const GRANT_DAYS = 7;

export const REQUEST_STATES = ['asked', 'granted', 'refused'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The facts that decide how the sealed packs of an order can be returned. */
export type ReturnCase = {
  nowMs: number;
  paidAtMs: number;
  /** Whether the order was paid before this rule existed. Its packs can be returned as long as they are sealed. */
  isFromBefore: boolean;
  /** Whether the buyer has excluded themselves from buying (docs/product.md §21). */
  isExcluded: boolean;
  /**
   * The number of days after payment in which the buyer may withdraw, by the terms of the place where they live
   * (docs/product.md §20).
   */
  withdrawalDays: number;
  /** Whether anybody has opened a pack of one of the order's types since the payment (choice 766). */
  isOpenedSince: boolean;
  /** The number of orders that the buyer returned by button in the last 30 days. This order is not counted. */
  returned: number;
  /** The buyer's request for a return. Null if there is none. */
  request: {
    state: RequestState;
    /** When an operator decided. Null if no operator has decided. */
    decidedAtMs: number | null;
    /** Whether the buyer has opened a pack of one of the order's types since the decision. */
    isOpenedSince: boolean;
  } | null;
};

/** Why packs can't be returned by button. */
type ReturnBar = 'late' | 'opened' | 'often' | 'asked' | 'refused' | 'lapsed' | 'over';

/**
 * The reason that allows a return by button. It is the first hour, a granted request, the right of the buyer's
 * place, the buyer's exclusion, or a sale from before this rule.
 */
type ReturnBasis = 'hour' | 'grant' | 'right' | 'exclusion' | 'before';

/**
 * With `open`, the buyer can return the packs by button until `untilMs`, or as long as the packs are sealed if
 * `untilMs` is null. With `ask`, the buyer can ask an operator until `untilMs`. With `closed`, neither is possible.
 */
export type ReturnWay =
  | { way: 'open'; untilMs: number | null; basis: ReturnBasis }
  | { way: 'ask'; untilMs: number; bar: ReturnBar }
  | { way: 'closed'; bar: ReturnBar };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How the sealed packs of an order can be returned now. */
export function wayOfReturn(given: ReturnCase): ReturnWay {
  const { nowMs, paidAtMs, request } = given;
  if (given.isFromBefore) return { way: 'open', untilMs: null, basis: 'before' };
  if (given.isExcluded) return { way: 'open', untilMs: null, basis: 'exclusion' };
  if (request !== null) return wayAfterRequest(nowMs, request);
  const withdrawalEndsMs = paidAtMs + given.withdrawalDays * DAY_MS;
  if (nowMs < withdrawalEndsMs) return { way: 'open', untilMs: withdrawalEndsMs, basis: 'right' };
  const untilMs = paidAtMs + RETURN_MINUTES * MINUTE_MS;
  const bar = barOf(given, untilMs);
  if (bar === null) return { way: 'open', untilMs, basis: 'hour' };
  const askUntilMs = paidAtMs + REQUEST_DAYS * DAY_MS;
  return nowMs < askUntilMs
    ? { way: 'ask', untilMs: askUntilMs, bar }
    : { way: 'closed', bar: 'over' };
}

function wayAfterRequest(nowMs: number, request: NonNullable<ReturnCase['request']>): ReturnWay {
  if (request.state !== 'granted') return { way: 'closed', bar: request.state };
  const untilMs = request.decidedAtMs! + GRANT_DAYS * DAY_MS;
  // After a granted request, a buyer must not open some of the packs and return the rest (choice 768).
  return request.isOpenedSince || nowMs >= untilMs
    ? { way: 'closed', bar: 'lapsed' }
    : { way: 'open', untilMs, basis: 'grant' };
}

function barOf({ nowMs, isOpenedSince, returned }: ReturnCase, untilMs: number): ReturnBar | null {
  if (nowMs >= untilMs) return 'late';
  if (isOpenedSince) return 'opened';
  return returned >= RETURNS_MOST ? 'often' : null;
}

const BAR_SENTENCES: Record<ReturnBar, string> = {
  late: `Packs can be returned here within ${RETURN_MINUTES} minutes of paying, and that time is over.`,
  opened:
    'A pack of a type in this purchase has been opened since you paid. From then on its sealed packs can’t be returned here.',
  often: `You can return ${RETURNS_MOST} purchases in ${RETURNS_DAYS} days here, counted with all accounts that share your card, the address of your parcels or your e-mail address. So many were.`,
  asked: 'You asked to return these packs. We have not decided yet, and write to you when we have.',
  refused: 'You asked to return these packs, and we can’t take them back.',
  lapsed: `The return of these packs was allowed for ${GRANT_DAYS} days, as long as you opened none of their type. That is over.`,
  over: `Packs can be returned until ${REQUEST_DAYS} days after paying, and that time is over.`,
};

const ASK_SENTENCE = `Until ${REQUEST_DAYS} days after paying you can ask us to take them back.`;

/** Tells the buyer why packs can't be returned by button, and what the buyer can do instead. */
export function returnBarSentence(found: Exclude<ReturnWay, { way: 'open' }>): string {
  const sentence = BAR_SENTENCES[found.bar];
  return found.way === 'ask' ? `${sentence} ${ASK_SENTENCE}` : sentence;
}

/** Tells the buyer what would end a return by button early. Null if nothing would end it early. */
export function returnEndSentence(found: Extract<ReturnWay, { way: 'open' }>): string | null {
  if (found.basis === 'grant') return 'That ends if you open a pack of their type.';
  return found.basis === 'hour' ? 'That ends as soon as anybody opens a pack of their type.' : null;
}

/** The rule for returns, in the words of the shop's texts. */
export const RETURN_RULE = `Packs that you paid by card and have not opened can be returned on the page of their purchase within ${RETURN_MINUTES} minutes of paying, until anybody opens a pack of one of their types, and for at most ${RETURNS_MOST} purchases in ${RETURNS_DAYS} days. Until ${REQUEST_DAYS} days after paying you can ask us there to take them back, and we decide. After that they can’t be returned. Accounts that share a card, the address of a parcel or a verified e-mail address count as one buyer.`;
