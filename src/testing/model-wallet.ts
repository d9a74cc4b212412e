// Models a user's credits: bought by top-up, earned, or given for a top-up, and the user's debt. All amounts are in
// whole cents.
import type { RejectionCode } from '#domain/rejection.ts';

const SMALL_BALANCE = 500;
const RETURNS_MOST = 2;
const RETURNS_MS = 30 * 24 * 3_600_000;

/** Credits that were bought with one card payment. */
export type ModelTopUp = {
  id: string;
  card: 'visa' | 'mastercard' | 'dead' | 'disputing';
  amount: number;
  /** The part of the top-up's fee that no refund has given back. */
  fee: number;
  /** The credits that refunds have taken back. */
  back: number;
  begunAtMs: number;
  bank: 'none' | 'disputed' | 'lost';
};

/** The credits left from one source. If `of` is null, they were earned without a top-up, or bought without a card. */
type Lot = { of: ModelTopUp | null; left: number };

/** The credits that paid for something. They are recorded so that they can be given back. */
export type ModelSpent = { lot: Lot; amount: number }[];

/** The credits and the money that go back for one top-up to its card. */
type Back = { topUp: ModelTopUp; credits: number; gift: number; total: number };

export class ModelWallet {
  readonly topUps: ModelTopUp[] = [];
  debt = 0;
  private readonly other: Lot;
  private readonly gifts: Lot[] = [];
  private readonly lots: Lot[] = [];
  private returnedAtMs: number[] = [];

  constructor(earned: number) {
    this.other = { of: null, left: earned };
  }

  get bought(): number {
    return sumOf(this.lots);
  }

  get balance(): number {
    return this.bought + this.other.left + sumOf(this.gifts);
  }

  earn(amount: number): void {
    this.other.left += amount;
    this.payDebt();
  }

  give(amount: number, topUp: ModelTopUp): void {
    this.gifts.push({ of: topUp, left: amount });
    this.payDebt();
  }

  buy(topUp: ModelTopUp): void {
    this.topUps.push(topUp);
    this.lots.push({ of: topUp, left: topUp.amount });
    this.payDebt();
  }

  /**
   * Adds bought credits that no card paid for. They replace a failed refund, make up for a loss, or come from another
   * shop.
   */
  compensate(total: number): void {
    this.lots.push({ of: null, left: total });
    this.payDebt();
  }

  /**
   * Spends gifts first, then other earned credits, then bought credits. Bought credits of the oldest top-up are spent
   * first.
   */
  spend(amount: number): ModelSpent {
    return take([...this.gifts, this.other, ...this.lots], amount);
  }

  giveBack(spent: ModelSpent): void {
    for (const { lot, amount } of spent) lot.left += amount;
    this.payDebt();
  }

  /** Records that a bank has taken back the money of a top-up for good. */
  lose(topUp: ModelTopUp): void {
    topUp.bank = 'lost';
    this.debt += topUp.amount;
    this.payDebt();
  }

  private payDebt(): void {
    const amount = Math.min(this.debt, this.balance);
    this.debt -= amount;
    const lost = this.lots.filter(({ of }) => of?.bank === 'lost');
    const others = this.lots.filter(({ of }) => of?.bank !== 'lost');
    take([...this.gifts, this.other, ...lost, ...others], amount);
  }

  /** Returns, for each top-up, what would go back to its card now. */
  get backs(): Back[] {
    return this.topUps.flatMap((topUp) => {
      const credits = sumOf(this.lots.filter(({ of }) => of === topUp));
      if (credits === 0 || topUp.bank !== 'none') return [];
      const fee = credits === topUp.amount - topUp.back ? topUp.fee : 0;
      const gift = sumOf(this.gifts.filter(({ of }) => of === topUp));
      return [{ topUp, credits, gift, total: credits + fee }];
    });
  }

  get cardless(): number {
    return sumOf(this.lots.filter(({ of }) => of === null));
  }

  /** Returns what the button "Give back unspent credits" would do now. */
  wayBack(nowMs: number): 'returns' | 'asks' | 'nothing' | RejectionCode {
    if (this.debt > 0) return 'INVALID_TRANSITION';
    if (this.bought === 0) return 'nothing';
    const { backs, cardless } = this;
    if (backs.length === 0) return cardless > 0 ? 'asks' : 'DISPUTED';
    const times = this.returnedAtMs.filter((at) => at > nowMs - RETURNS_MS).length;
    return times < RETURNS_MOST || this.bought <= SMALL_BALANCE ? 'returns' : 'asks';
  }

  pressed(nowMs: number): void {
    this.returnedAtMs.push(nowMs);
  }

  /** Gives everything back to cards that can go back. */
  returnToCards(): Back[] {
    const { backs } = this;
    for (const { topUp, credits, total } of backs) {
      for (const lot of [...this.lots, ...this.gifts]) if (lot.of === topUp) lot.left = 0;
      topUp.fee -= total - credits;
      topUp.back += credits;
    }
    return backs;
  }

  payCardless(): void {
    for (const lot of this.lots) if (lot.of === null) lot.left = 0;
  }
}

function sumOf(lots: Lot[]): number {
  return lots.reduce((total, { left }) => total + left, 0);
}

function take(lots: Lot[], most: number): ModelSpent {
  let rest = most;
  return lots.map((lot) => {
    const amount = Math.min(rest, lot.left);
    lot.left -= amount;
    rest -= amount;
    return { lot, amount };
  });
}
