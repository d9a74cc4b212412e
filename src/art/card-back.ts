// Draws the back of every card: oxblood with gold keylines, a rosette and our own mark.

import { CARD_HEIGHT, CARD_WIDTH, sparkle, svg } from './drawing.ts';
import { oklch } from './palette.ts';

const PETALS = 24;

function draw(): string {
  const light = oklch(0.43, 0.14, 20);
  const dark = oklch(0.27, 0.09, 18);
  const deep = oklch(0.2, 0.065, 17);
  const petalFill = oklch(0.5, 0.13, 20);
  let outer = '';
  let inner = '';
  let beads = '';
  for (let i = 0; i < PETALS; i += 1) {
    const turn = (360 / PETALS) * i;
    outer += svg`<use href="#p" transform="rotate(${turn})"/>`;
    inner += svg`<use href="#p" transform="rotate(${turn + 7.5})"/>`;
    const angle = (turn * Math.PI) / 180;
    beads += svg`M${Math.sin(angle) * 108} ${Math.cos(angle) * 108}h0`;
  }
  const gold = `<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="315" y2="440"><stop offset="0" stop-color="#fff3c9"/><stop offset=".25" stop-color="#e7b04a"/><stop offset=".5" stop-color="#fff7dc"/><stop offset=".75" stop-color="#b9782a"/><stop offset="1" stop-color="#ffe9a8"/></linearGradient>`;
  const corner = svg`<g id="c"><path fill="none" stroke="url(#g)" stroke-width="1.2" d="M24 62V24H62M24 48a24 24 0 0 0 24-24"/><path fill="#e7b04a" d="${sparkle(34, 34, 5)}"/></g>`;
  return svg`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}"><defs>${gold}<radialGradient id="r" cx=".5" cy=".5" r=".72"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient><pattern id="d" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path fill="none" stroke="${oklch(0.56, 0.15, 21)}" stroke-width=".7" opacity=".42" d="M0 0H14M0 0V14"/><circle cx="7" cy="7" r="1.1" fill="#e7b04a" opacity=".34"/></pattern><path id="p" d="M0-46C-11-64-10-84 0-100C10-84 11-64 0-46z"/></defs><rect width="315" height="440" rx="15" fill="${deep}"/><rect x="7" y="7" width="301" height="426" rx="10" fill="url(#r)"/><rect x="7" y="7" width="301" height="426" rx="10" fill="url(#d)"/><rect x="12" y="12" width="291" height="416" rx="7" fill="none" stroke="url(#g)" stroke-width="2.2"/><rect x="17.5" y="17.5" width="280" height="405" rx="4" fill="none" stroke="#e7b04a" stroke-width=".8" opacity=".6"/>${corner}<use href="#c" transform="matrix(-1 0 0 1 315 0)"/><use href="#c" transform="matrix(1 0 0-1 0 440)"/><use href="#c" transform="rotate(180 157.5 220)"/><g transform="translate(157.5 220)"><circle r="118" fill="${dark}" opacity=".45"/><circle r="118" fill="none" stroke="url(#g)" stroke-width=".9" opacity=".7"/><g fill="${light}" stroke="#e7b04a" stroke-width=".8" stroke-opacity=".7">${inner}</g><g fill="${petalFill}" stroke="#ffe9a8" stroke-width="1" transform="scale(.86)">${outer}</g><path stroke="#e7b04a" stroke-width="3" stroke-linecap="round" d="${beads}"/><circle r="46" fill="${deep}" stroke="#e7b04a" stroke-width="2.4"/><circle r="40.5" fill="none" stroke="#e7b04a" stroke-width="1.4" stroke-dasharray=".1 4.14" stroke-linecap="round"/><path fill="${dark}" stroke="#ffe9a8" stroke-width="2.8" stroke-linejoin="round" d="M-12-22H9L17-14V18a4 4 0 0 1-4 4H-12a4 4 0 0 1-4-4V-18a4 4 0 0 1 4-4z"/><path fill="#fff3c9" d="${sparkle(0.5, 0, 10)}"/></g></svg>`;
}

let drawn: string | undefined;

/** Returns the back as SVG markup of 315 x 440. */
export function cardBack(): string {
  drawn ??= draw();
  return drawn;
}
