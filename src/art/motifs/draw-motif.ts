// Maps each motif to its drawing.

import { PLAIN, type Staging } from '../composition.ts';
import type { Layers, Scene } from '../drawing.ts';
import type { Motif } from '../motif.ts';
import { stageMotif, type Planes } from '../staging.ts';
import { drawHunter, drawTiger } from './beast-head.ts';
import { drawBeetle } from './beetle.ts';
import { drawBloom } from './bloom.ts';
import { drawCitadel } from './citadel.ts';
import { drawDragonHead } from './dragon-head.ts';
import { drawFeatheredWings } from './feathered-wings.ts';
import { drawFlame } from './flame.ts';
import { drawFungi } from './fungi.ts';
import { drawEgg, drawLantern } from './keepsakes.ts';
import { drawKoi } from './koi.ts';
import { drawTree, drawVolcano } from './landmarks.ts';
import { drawMask } from './mask.ts';
import { drawMoth } from './moth.ts';
import { drawOrbit } from './orbit.ts';
import { drawPrism } from './prism.ts';
import { drawRelic } from './relic.ts';
import { drawRidge } from './ridge.ts';
import { drawJellyfish, drawShell, drawTurtle, drawWhale } from './sea-life.ts';
import { drawSerpent } from './serpent.ts';
import { drawSkull } from './skull.ts';
import { drawSpirit } from './spirit.ts';
import { drawStag } from './stag.ts';
import { drawStorm } from './storm.ts';
import { drawTide } from './tide.ts';
import { drawTreasure } from './treasure.ts';

const DRAWINGS: Record<Motif, (scene: Scene) => Layers> = {
  peaks: drawRidge,
  hills: drawRidge,
  wood: drawRidge,
  marsh: drawRidge,
  plain: drawRidge,
  desert: drawRidge,
  volcano: drawVolcano,
  planet: drawOrbit,
  moon: drawOrbit,
  bloom: drawBloom,
  tree: drawTree,
  serpent: drawSerpent,
  dragon: drawDragonHead,
  egg: drawEgg,
  prism: drawPrism,
  moth: drawMoth,
  bird: drawFeatheredWings,
  owl: drawFeatheredWings,
  angel: drawFeatheredWings,
  beetle: drawBeetle,
  stag: drawStag,
  wolf: drawHunter,
  bear: drawHunter,
  lion: drawHunter,
  tiger: drawTiger,
  boat: drawTide,
  island: drawTide,
  castle: drawCitadel,
  temple: drawCitadel,
  spirit: drawSpirit,
  fungi: drawFungi,
  koi: drawKoi,
  turtle: drawTurtle,
  shell: drawShell,
  jellyfish: drawJellyfish,
  whale: drawWhale,
  dial: drawRelic,
  sword: drawTreasure,
  axe: drawTreasure,
  staff: drawTreasure,
  bow: drawTreasure,
  shield: drawTreasure,
  armour: drawTreasure,
  book: drawTreasure,
  scroll: drawTreasure,
  chalice: drawTreasure,
  jar: drawTreasure,
  flask: drawTreasure,
  key: drawTreasure,
  orb: drawTreasure,
  crown: drawTreasure,
  mirror: drawTreasure,
  gears: drawTreasure,
  cards: drawTreasure,
  lantern: drawLantern,
  mask: drawMask,
  fiend: drawMask,
  monarch: drawMask,
  helmet: drawMask,
  hood: drawMask,
  hat: drawMask,
  flame: drawFlame,
  storm: drawStorm,
  skull: drawSkull,
};

type SceneOfMotif = Omit<Scene, 'motif'>;

/** Returns the picture as three planes, to be drawn one on top of the other. */
export function drawPlanes(motif: Motif, scene: SceneOfMotif, staging: Staging): Planes {
  const whole = { ...scene, motif };
  const { back, subject, front } = stageMotif(whole, DRAWINGS[motif](whole), staging);
  return { back: `<path fill="url(#s)" d="M-20-90h360v600H-20z"/>${back}`, subject, front };
}

/** The halftone that covers the whole picture. */
export const HALFTONE =
  '<path fill="url(#d)" mask="url(#ht)" opacity=".5" d="M-20-90h360v600H-20z"/>';

/** Returns the whole picture without a frame: the sky, the subject, and the halftone on top of both. */
export function drawMotif(motif: Motif, scene: SceneOfMotif, staging: Staging = PLAIN): string {
  const { back, subject, front } = drawPlanes(motif, scene, staging);
  return back + subject + front + HALFTONE;
}
