// Draws the shop's mark, which is a card with a folded corner and a star.
import { hexOfShade, tokensOf } from '#domain/brand-colour.ts';

/** Returns the mark in a brand colour as an SVG. */
export function markOf(colour: string): string {
  const { brand, bg } = tokensOf(colour);
  const [ground, ink] = [hexOfShade(brand.light), hexOfShade(bg.light)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M5 3.5h17L27 8.5V28.5H5Z" fill="${ground}" stroke="${ink}" stroke-width="2" stroke-linejoin="round"/><path d="M16 9.5q.9 5.6 6.5 6.5-5.6.9-6.5 6.5-.9-5.6-6.5-6.5 5.6-.9 6.5-6.5Z" fill="${ink}"/></svg>\n`;
}
