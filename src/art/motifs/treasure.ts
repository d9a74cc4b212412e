// Draws one object on a plinth, such as the sword, book or flask that the card's name mentions.

import {
  dashes,
  disc,
  dot,
  range,
  rays,
  sparkle,
  stars,
  svg,
  type Layers,
  type Scene,
} from '../drawing.ts';
import type { Motif } from '../motif.ts';
import { mix, oklch, shade } from '../palette.ts';

/** Colours of the materials of which the objects are made. */
interface Stuff {
  ink: string;
  steel: string;
  steelDark: string;
  steelPale: string;
  wood: string;
  main: string;
  mainDark: string;
  mainPale: string;
  gem: string;
  paper: string;
  glow: string;
}

type Thing = (stuff: Stuff) => string;

const sword: Thing = (of) =>
  svg`<path fill="${of.steel}" d="M0-140L17-112V40H-17V-112z"/><path fill="${of.steelDark}" stroke="none" d="M2-134L15-111V39H2z"/><path fill="${of.steelPale}" stroke="none" d="M-4-104L0-112L4-104V40H-4z"/><path stroke-width="1.8" fill="none" d="M0-100V30"/><path fill="url(#a)" d="M-60 34Q-64 24-54 24Q-26 38 0 38Q26 38 54 24Q64 24 60 34Q48 58 18 56H-18Q-48 58-60 34z"/><path fill="${of.main}" d="M-9 56H9V102H-9z"/><path fill="none" stroke="${of.mainPale}" stroke-width="2.4" d="M-7 64L7 70M-7 76L7 82M-7 88L7 94"/><circle cy="112" r="14" fill="url(#a)"/><circle cy="112" r="6.4" fill="${of.gem}" stroke-width="2"/><path fill="${of.gem}" stroke-width="2" d="M0 38l8 8-8 8-8-8z"/>`;

const axe: Thing = (of) =>
  svg`<path fill="${of.wood}" d="M-7-122H7L9 124H-9z"/><path stroke="${of.steelPale}" stroke-width="2" opacity=".5" d="M-2-30V112"/><g id="t"><path fill="${of.steel}" d="M5-96C34-100 56-116 76-132C100-96 100-36 76 0C56-16 34-32 5-36z"/><path fill="${of.steelPale}" stroke="none" d="M75-126C96-92 96-40 75-6C84-40 84-92 75-126z"/><path fill="${of.main}" stroke-width="2.2" d="M20-66l14-13 14 13-14 13z"/></g><use href="#t" transform="scale(-1 1)"/><path fill="url(#a)" d="M-13-104H13V-92H-13zM-13-40H13V-28H-13zM-12 112H12V126H-12z"/><path fill="url(#a)" d="M0-146l9 26H-9z"/>`;

const staff: Thing = (of) =>
  svg`<path fill="${of.wood}" d="M-8-44H8L6 128H-6z"/><path stroke="${of.steelPale}" stroke-width="2" opacity=".45" d="M-2-20V118"/><path fill="url(#a)" d="M-14-42H14L10-26H-10zM-10 50H10V62H-10zM-10 116H10L0 136z"/><path fill="url(#a)" d="M-22-48C-66-60-78-112-46-142C-54-108-42-82-14-70H14C42-82 54-108 46-142C78-112 66-60 22-48z"/><circle cy="-100" r="29" fill="${of.gem}" stroke-width="4"/><circle cy="-100" r="29" fill="url(#o)" stroke="none"/><path fill="none" stroke="#fff" stroke-width="3.4" opacity=".85" d="M-18-106Q-16-120-4-121"/><path fill="${of.glow}" stroke="none" d="${sparkle(6, -96, 13)}"/>`;

const bow: Thing = (of) =>
  svg`<path fill="none" stroke-width="2.6" d="M-44-132L-88 0L-44 132"/><path fill="none" stroke-width="17" d="M-44-132C-18-104-14-76 18-52Q46-30 46 0Q46 30 18 52C-14 76-18 104-44 132"/><path fill="none" stroke="${of.main}" stroke-width="9.5" d="M-44-132C-18-104-14-76 18-52Q46-30 46 0Q46 30 18 52C-14 76-18 104-44 132"/><path fill="none" stroke="url(#a)" stroke-width="12" d="M44-20Q47 0 44 20.01M2-64L14-55M2 64L14 55"/><path stroke-width="10" d="M-92 0H92"/><path stroke="${of.paper}" stroke-width="4.4" d="M-92 0H92"/><path fill="${of.steel}" d="M84-15L124 0L84 15L92 0z"/><path fill="${of.gem}" stroke-width="2.4" d="M-92 0L-110-17H-82L-66-1L-82 17H-110z"/>`;

const shield: Thing = (of) =>
  svg`<path fill="url(#a)" stroke-width="4.6" d="M0-128Q50-96 98-106C108-20 82 78 0 130C-82 78-108-20-98-106Q-50-96 0-128z"/><path fill="${of.main}" d="M0-108Q44-84 83-90C90-18 68 64 0 108C-68 64-90-18-83-90Q-44-84 0-108z"/><path fill="${of.mainDark}" stroke="none" d="M0-106Q44-82 81.5-88.5C88-18 67 63 0 106z"/><path fill="url(#a)" d="M-12-92H12V-20H80V4H12V92L0 100L-12 92V4H-80V-20H-12z"/><circle cy="-8" r="30" fill="url(#a)"/><circle cy="-8" r="20" fill="${of.gem}"/><path fill="${of.glow}" stroke="none" d="${sparkle(0, -8, 15)}"/><path stroke="${of.paper}" stroke-width="5" d="M-56-96h0M56-96h0M-91-52h0M91-52h0M-86 8h0M86 8h0M-62 66h0M62 66h0M0 118h0"/>`;

const book: Thing = (of) =>
  svg`<path fill="${of.mainDark}" d="M-84-112H74q12 0 12 12V112H-72q-14 0-14-14z"/><path fill="${of.paper}" d="M-72 86H80V106H-72a10 10 0 0 1 0-20z"/><path stroke-width="1.4" fill="none" opacity=".6" d="M-70 92H78M-72 96.5H78M-70 101H78"/><path fill="${of.main}" d="M-72-112H74q12 0 12 12V86H-72q-14 0-14 14V-98q0-14 14-14z"/><path fill="${of.mainDark}" stroke="none" d="M-72-110H-56V85H-72q-8 0-12.5 5V-98q0-12 12.5-12z"/><path fill="none" stroke="url(#a)" stroke-width="2.6" d="M-42-96H70V70H-42.01z"/><path fill="url(#a)" stroke-width="2.4" d="M84-110V-82L56-110zM84 84V56L56 84zM-54-110V-88L-32-110zM-54 84V62L-32 84z"/><circle cx="14" cy="-13" r="44" fill="url(#a)"/><circle cx="14" cy="-13" r="34" fill="${of.mainDark}"/><path fill="${of.glow}" stroke-width="2" d="M-14-13Q14-46 42-13Q14 20-14-13z"/><circle cx="14" cy="-13" r="12" fill="${of.gem}" stroke-width="2.4"/><path stroke-width="9" d="M14-13h0"/><path fill="url(#a)" stroke-width="2.4" d="M86-26h-16v26h16z"/>`;

const scroll: Thing = (of) =>
  svg`<path fill="${of.paper}" d="M-62-92H62V92H-62z"/><path fill="${of.wood}" stroke="none" opacity=".22" d="M40-92H62V92H40zM-62-92H62V-76H-62z"/><path fill="none" stroke="${of.wood}" stroke-width="3.4" opacity=".8" d="M-44-54H42M-44-38H30M-44-22H40M-44-6H20M-44 10H36M-44 26H-4"/><g id="t"><path fill="${of.paper}" d="M-74-112H74V-84H-74z"/><path fill="${of.wood}" stroke="none" opacity=".3" d="M-72-94H72V-86H-72z"/><path fill="url(#a)" d="M-92-110h18v24h-18zM74-110h18v24H74z"/><path fill="${of.gem}" d="M-92-104a9 9 0 1 0 0 13zM92-104a9 9 0 1 1 0 13z"/></g><use href="#t" transform="scale(1 -1)"/><path fill="${of.main}" d="M10 44L2 84L18 74L24 88L30 74L46 84L38 44z"/><circle cx="24" cy="44" r="21" fill="${of.gem}"/><path fill="${of.glow}" stroke="none" d="${sparkle(24, 44, 13)}"/>`;

const chalice: Thing = (of) =>
  svg`<path fill="url(#a)" stroke-width="4.4" d="M-70-104C-70-30-48 10-10 22V66Q-12 88-52 96V114H52V96Q12 88 10 66V22C48 10 70-30 70-104z"/><path fill="${of.wood}" stroke="none" opacity=".38" d="M22-92H68C67-30 46 8 10 20V66Q12 88 50 97V112H10Z"/><ellipse cy="-104" rx="70" ry="17" fill="${of.mainDark}"/><path fill="${of.gem}" stroke-width="2" d="M-58-102Q0-114 58-102Q30-90 0-90T-58-102z"/><path fill="none" stroke-width="2.4" d="M-66-66Q0-46 66-66M-54-20Q0 0 54-20M-44 102H44"/><path fill="${of.gem}" stroke-width="2.4" d="M0-54l12 17-12 17-12-17zM-40-58l8 15-7 13-9-13zM40-58l-8 15 7 13 9-13z"/><circle cy="45" r="16" fill="${of.main}"/><path fill="none" stroke="#fff" stroke-width="4" opacity=".7" d="M-60-80Q-56-40-40-16"/>`;

const jar: Thing = (of) =>
  svg`<path fill="none" stroke-width="16" d="M-34-70C-92-86-104-30-74-8M34-70C92-86 104-30 74-8"/><path fill="none" stroke="${of.mainDark}" stroke-width="8" d="M-34-70C-92-86-104-30-74-8M34-70C92-86 104-30 74-8"/><path fill="${of.main}" stroke-width="4.4" d="M-34-96H34L28-66C92-40 98 30 62 74C50 94 40 106 42 118H-42C-40 106-50 94-62 74C-98 30-92-40-28-66z"/><path fill="${of.mainDark}" stroke="none" d="M12-94H33L27-64C90-40 96 30 60 73C49 93 39 106 40 116H4C50 70 64 10 12-64z"/><path fill="url(#a)" d="M-44-116H44V-96H-44zM-46 108H46V124H-46z"/><path fill="${of.paper}" stroke-width="2.4" d="M-80-2Q0 22 80-2L79 20Q0 46-79 20z"/><path fill="none" stroke="${of.gem}" stroke-width="5" d="M-70 8l10 13 10-9 10 14 10-11 10 14 10-11 10 12 10-13 10 11 10-14 10 9"/><circle cy="-32" r="15" fill="${of.gem}"/><path stroke-width="9" d="M0-32h0"/><path fill="none" stroke="#fff" stroke-width="4.4" opacity=".6" d="M-62-20Q-56-42-36-52"/>`;

const flask: Thing = (of) =>
  svg`<path fill="${of.paper}" stroke-width="4.4" d="M-18-104H18V-50C66-34 88 2 84 42C80 92 42 118 0 118C-42 118-80 92-84 42C-88 2-66-34-18-50z"/><path fill="${of.gem}" stroke="none" d="M-80 26Q-40 8 0 26T80 26C86 80 44 114 0 114C-44 114-86 80-80 26z"/><path fill="${of.mainDark}" stroke="none" opacity=".3" d="M40 32Q60 34 80 26C86 80 44 114 0 114Q-20 114-36 106C20 100 46 76 40 32z"/><path fill="none" stroke="${of.ink}" stroke-width="2" opacity=".7" d="M-81 26Q-40 8 0 26T81 26"/><path fill="${of.glow}" stroke="none" d="${dot(-34, 60, 8)}${dot(-8, 84, 5)}${dot(10, 52, 6)}${dot(-14, 40, 3.5)}${dot(30, 78, 4)}"/><path fill="url(#a)" d="M-26-62H26V-50H-26zM-26-108H26V-96H-26z"/><path fill="${of.wood}" d="M-15-132H15L18-108H-18z"/><path fill="none" stroke="#fff" stroke-width="6" opacity=".9" d="M-66 20Q-62-12-38-28M-26-34L-22-36"/>`;

const key: Thing = (of) =>
  svg`<path fill="url(#a)" stroke-width="4.4" d="M-11-18H11V96H62V112H46V124H62V140H11V146H-11z" transform="translate(-14-10)"/><circle cx="-14" cy="-78" r="46" fill="none" stroke-width="29"/><circle cx="-14" cy="-78" r="46" fill="none" stroke="url(#a)" stroke-width="21"/><circle cx="-14" cy="-78" r="25" fill="${of.gem}"/><path fill="${of.glow}" stroke="none" d="${sparkle(-14, -78, 19)}"/><path fill="url(#a)" d="M-36-30H8V-14H-36zM-32 40H4V52H-32z"/><path fill="none" stroke="#fff" stroke-width="4" opacity=".7" d="M-56-92A44 44 0 0 1-26-121"/>`;

const orb: Thing = (of) =>
  svg`<path fill="url(#a)" d="M-62 64C-40 92-54 104-78 122H78C54 104 40 92 62 64z"/><path fill="none" stroke-width="2.4" d="M-60 110H60"/><circle cy="-16" r="88" fill="${of.main}" stroke-width="5"/><path fill="none" stroke="${of.mainPale}" stroke-width="9" opacity=".8" d="M-58 20C-30-30 20 30 50-18M-40-54C-6-84 14-36 52-64M-20 52Q16 30 46 34"/><path fill="${of.glow}" stroke="none" d="${sparkle(-4, -12, 30)}${sparkle(36, 26, 10)}${sparkle(-40, -24, 9)}"/><circle cy="-16" r="86" fill="url(#o)" stroke="none"/><path fill="none" stroke="#fff" stroke-width="7" opacity=".9" d="M-66-34A70 70 0 0 1-30-78M-18-83L-12-85"/><path fill="url(#a)" d="M-68 56Q0 96 68 56L72 72Q0 112-72 72z"/><path fill="${of.gem}" stroke-width="2.4" d="M0 80l9 9-9 9-9-9z"/>`;

const crown: Thing = (of) =>
  svg`<path fill="${of.main}" d="M-104 92C-112 66-70 62 0 62S112 66 104 92C112 116 70 126 0 126S-112 116-104 92z"/><path fill="none" stroke="${of.mainPale}" stroke-width="3" d="M-92 84Q-40 76-16 78M-88 104Q-70 114-40 117"/><path fill="url(#a)" stroke-width="4.6" d="M-78 66L-100-52L-52-4L0-104L52-4L100-52L78 66Q0 88-78 66z"/><path fill="${of.wood}" stroke="none" opacity=".34" d="M14-76L52-4L100-52L78 66Q46 76 10 77z"/><path fill="none" stroke-width="2.6" d="M-82 42Q0 64 82 42"/><path fill="${of.gem}" stroke-width="2.4" d="M0 12l13 17-13 17-13-17zM-44 16l8 13-7 13-9-13zM44 16l-8 13 7 13 9-13z"/><circle cy="-108" r="14" fill="${of.gem}"/><g fill="${of.paper}"><circle cx="-101" cy="-56" r="10"/><circle cx="101" cy="-56" r="10"/></g><path fill="none" stroke="#fff" stroke-width="4" opacity=".8" d="M-86-18L-74 44"/>`;

const mirror: Thing = (of) =>
  svg`<path fill="url(#a)" d="M-12 52H12L9 112Q16 128 0 136Q-16 128-9 112z"/><ellipse cy="-38" rx="82" ry="100" fill="url(#a)" stroke-width="5"/><ellipse cy="-38" rx="62" ry="79" fill="${of.steelPale}"/><path fill="${of.glow}" stroke="none" opacity=".75" d="M-50-70L8-114L34-104L-58-16zM-52 0L58-66L60-50L-42 20z"/><path fill="none" stroke="${of.steelDark}" stroke-width="4" d="M14 24Q44 8 53-22"/><path fill="${of.gem}" stroke-width="2.4" d="M0-148l11 14-11 14-11-14zM0 38l10 12-10 12-10-12z"/><path stroke="${of.paper}" stroke-width="6" d="M-72-38h0M72-38h0M-56-98h0M56-98h0M-56 22h0M56 22h0"/>`;

const gears: Thing = (of) => {
  const gear = (x: number, y: number, r: number, teeth: number, fill: string): string =>
    svg`<g transform="translate(${x} ${y})" stroke-linecap="butt"><circle r="${r}" fill="none" stroke-width="27" stroke-dasharray="${dashes(r, teeth * 2, 1.18, 0.82)}"/><circle r="${r}" fill="none" stroke="${fill}" stroke-width="19" stroke-dasharray="${dashes(r, teeth * 2, 0.88, 1.12)}" stroke-dashoffset="${dashes(r, teeth * 2, -0.15)}"/><circle r="${r - 4}" fill="${fill}" stroke-width="4"/><circle r="${r - 5}" fill="${fill}" stroke="none"/><circle r="${r * 0.62}" fill="none" stroke-width="${r * 0.3}" stroke-dasharray="${r * 0.72} ${r * 0.254}"/><circle r="${r * 0.28}" fill="${of.gem}"/><circle r="${r * 0.1}" fill="${of.ink}"/><path fill="none" stroke="#fff" stroke-width="3.4" opacity=".6" d="M${-r * 0.8} ${-r * 0.32}A${r * 0.86} ${r * 0.86} 0 0 1 ${-r * 0.3} ${-r * 0.8}"/></g>`;
  return `${gear(-26, 34, 72, 14, 'url(#a)')}${gear(56, -72, 46, 9, of.steel)}${gear(-70, -84, 28, 7, of.main)}`;
};

const armour: Thing = (of) =>
  svg`<path fill="${of.steel}" stroke-width="4.6" d="M-46-112Q0-78 46-112L92-92Q104-40 84-10Q92 54 72 104Q0 136-72 104Q-92 54-84-10Q-104-40-92-92z"/><path fill="${of.steelDark}" stroke="none" d="M2-96Q28-98 46-110L90-91Q102-40 82-10Q90 54 70 103Q38 118 2 119z"/><path fill="url(#a)" d="M-46-112Q0-78 46-112L54-98Q0-58-54-98z"/><path fill="none" stroke-width="2.6" d="M-82-8Q-44 34 0 12Q44 34 82-8M-78 46Q0 74 78 46M-74 78Q0 106 74 78"/><path stroke="${of.steelPale}" stroke-width="4" fill="none" d="M-80-74Q-88-44-74-14M-70 24Q-72 60-62 92"/><path fill="${of.gem}" d="M0-44l15 20-15 24-15-24z"/><path fill="url(#a)" d="M-76 92Q0 124 76 92V108Q0 140-76 108z"/>`;

const cards: Thing = (of) => {
  const back = oklch(0.43, 0.14, 20);
  const one = (turn: number, face: string): string =>
    svg`<g transform="rotate(${turn} 0 150)"><path fill="${of.paper}" d="M-46-104H46q8 0 8 8V52q0 8-8 8H-46q-8 0-8-8V-96q0-8 8-8z"/><path fill="${face}" stroke="url(#a)" stroke-width="2.4" d="M-44-94H44V50H-44.01z"/><path fill="#fff3c9" stroke="none" d="${sparkle(0, -22, 26)}"/><path fill="none" stroke="#e7b04a" stroke-width="2" d="M-30-80h14M30-80h-14M-30 36h14M30 36h-14"/></g>`;
  return one(-24, of.mainDark) + one(24, of.main) + one(0, back);
};

/** The drawing of each motif that is an object. */
const THINGS: Partial<Record<Motif, Thing>> = {
  sword,
  axe,
  staff,
  bow,
  shield,
  armour,
  book,
  scroll,
  chalice,
  jar,
  flask,
  key,
  orb,
  crown,
  mirror,
  gears,
  cards,
};

/** The object on its plinth, in front of a disc of light. */
export function drawTreasure(scene: Scene): Layers {
  const { random, ink, rank, motif } = scene;
  const x = 157.5;
  const steel = oklch(0.8, 0.035, ink.shadowHue);
  const main = shade(ink.contrast, 0.2);
  const stuff: Stuff = {
    ink: ink.ink,
    steel,
    steelDark: mix(steel, ink.ink, 0.36),
    steelPale: mix(steel, ink.sun, 0.66),
    wood: mix('#7a4a1e', ink.ink, 0.3),
    main,
    mainDark: shade(main, 0.32),
    mainPale: mix(main, ink.sun, 0.5),
    gem: ink.accent,
    paper: mix('#fff6df', ink.sun, 0.3),
    glow: ink.highlight,
  };
  const draw = THINGS[motif] ?? cards;
  const tilt = draw === sword || draw === axe || draw === staff ? (scene.step % 3) * 12 - 12 : 0;
  let out = rays(ink, x, 164, 26, rank > 2 ? 0.22 : 0.14) + stars(scene, 34, 300);
  out += disc(ink, x, 164, 104);
  out += svg`<path fill="${ink.layer(0.35)}" d="${range(random, 300, 24, 8, false)}"/><path fill="${ink.layer(0.7)}" d="${range(random, 326, 12, 6, true)}"/>`;
  const stone = mix(ink.near, ink.layer(0.45), 0.4);
  const plinth = svg`<g stroke="${ink.ink}" stroke-width="3" stroke-linejoin="round"><path fill="${stone}" d="M82 316H233L246 400H69z"/><path fill="${mix(stone, ink.sun, 0.22)}" stroke="none" d="M84 318H120L112 400H72z"/><path fill="${mix(stone, ink.sun, 0.4)}" d="M70 300H245L238 318H77z"/></g><ellipse cx="${x}" cy="302" rx="66" ry="6" fill="${ink.ink}" opacity=".4"/>`;
  let motes = '';
  for (let i = 0; i < 7; i += 1) {
    const angle = random.range(0, Math.PI * 2);
    const far = random.range(116, 140);
    motes += sparkle(x + Math.cos(angle) * far, 164 + Math.sin(angle) * far, random.range(4, 9));
  }
  const thing = svg`<g transform="translate(${x} 174)rotate(${tilt})scale(.95)" stroke="${ink.ink}" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round">${draw(stuff)}</g><path fill="${ink.sun}" d="${motes}"/>`;
  return {
    ground: out,
    figure: plinth + thing,
    front: '',
    air: '',
    focus: [x, 190],
    face: [x, 176],
    foot: 396,
  };
}
