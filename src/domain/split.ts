// Splits an amount over parts by weight, to the cent.
import { ZERO, sum, toCents, type Cents } from './money.ts';

/**
 * Splits an amount in proportion to weights. Each part is rounded down. The cents that are left go to the parts with
 * the largest remainders, and if remainders are equal, to the first of them. If all weights are 0, so are all parts.
 */
export function splitByWeight(amount: Cents, weights: readonly Cents[]): Cents[] {
  const whole = BigInt(sum(...weights));
  if (whole === 0n) return weights.map(() => ZERO);
  const shares = weights.map((weight, at) => {
    const scaled = BigInt(amount) * BigInt(weight);
    return { at, part: scaled / whole, remainder: scaled % whole };
  });
  let left = BigInt(amount) - shares.reduce((total, { part }) => total + part, 0n);
  const byRemainder = shares.toSorted((one, other) =>
    one.remainder === other.remainder
      ? one.at - other.at
      : one.remainder < other.remainder
        ? 1
        : -1,
  );
  for (const share of byRemainder) {
    if (left === 0n) break;
    share.part += 1n;
    left -= 1n;
  }
  return shares.map(({ part }) => toCents(Number(part)));
}
