// A repeatable random generator for demo stock and tests. Draws that decide what a buyer gets never use it.

/**
 * Random numbers in [0, 1) that depend only on `seed`. They are not suitable for secrets. The generator is sfc32
 * (Chris Doty-Humphrey's small fast counting generator), and FNV-1a of the seed fills its state.
 */
export function seededRandom(seed: string): () => number {
  let [a, b, c, counter] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1];
  const next = (): number => {
    const result = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return (result >>> 0) / 2 ** 32;
  };
  // Similar seeds start with similar states. A few rounds make the states differ.
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

/** FNV-1a over the UTF-16 units of `text`, started differently for each `salt`. */
function hash(text: string, salt: number): number {
  let state = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1);
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state | 0;
}
