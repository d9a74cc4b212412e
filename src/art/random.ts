// Repeatable random numbers. The same seed text always gives the same sequence.

/** A repeatable random generator. If the order of its calls changes, the drawing changes. */
export interface Random {
  /** Returns a number that is at least 0 and less than 1. */
  next: () => number;
  /** Returns a number that is at least `from` and less than `to`. */
  range: (from: number, to: number) => number;
  /** Returns a whole number from `from` to `to`, including both. */
  whole: (from: number, to: number) => number;
  pick: <T>(list: readonly T[]) => T;
  chance: (probability: number) => boolean;
}

/** Returns two 32-bit halves of a hash of the text, mixed as in cyrb53. */
function hashHalves(text: string, seed: number): [number, number] {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, b >>> 0];
}

/** Returns a whole number from 0 to 2^32 - 1 that depends on every character of the text. */
export function hashText(text: string): number {
  return hashHalves(text, 0)[0];
}

/** Returns a generator (sfc32) whose seed is the text. */
export function makeRandom(text: string): Random {
  let [a, b] = hashHalves(text, 0);
  let [c, count] = hashHalves(text, 77);
  const next = (): number => {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i += 1) next();
  const range = (from: number, to: number): number => from + (to - from) * next();
  const whole = (from: number, to: number): number => from + Math.floor((to - from + 1) * next());
  return {
    next,
    range,
    whole,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    chance: (probability) => next() < probability,
  };
}
