// Maps each motif to its drawing.

import type { Motif } from '../motif.ts';
import { PLAIN, type Staging } from '../composition.ts';
import type { Layers, Scene } from '../drawing.ts';
import { stageMotif } from '../staging.ts';
import { drawBeast } from './beast-head.ts';
import { drawBloom } from './bloom.ts';
import { drawCitadel } from './citadel.ts';
import { drawFeatheredWings, isFeathered } from './feathered-wings.ts';
import { drawFlame } from './flame.ts';
import { drawFungi } from './fungi.ts';
import { drawKoi } from './koi.ts';
import { drawMask } from './mask.ts';
import { drawMoth } from './moth.ts';
import { drawOrbit } from './orbit.ts';
import { drawPrism } from './prism.ts';
import { drawRelic } from './relic.ts';
import { drawRidge } from './ridge.ts';
import { drawSerpent } from './serpent.ts';
import { drawSkull } from './skull.ts';
import { drawSpirit } from './spirit.ts';
import { drawStorm } from './storm.ts';
import { drawTide } from './tide.ts';
import { drawTreasure, isTreasure } from './treasure.ts';

const DRAWINGS: Record<Motif, (scene: Scene) => Layers> = {
  ridge: drawRidge,
  orbit: drawOrbit,
  bloom: drawBloom,
  serpent: drawSerpent,
  prism: drawPrism,
  moth: (scene) => (isFeathered(scene.words) ? drawFeatheredWings(scene) : drawMoth(scene)),
  stag: drawBeast,
  tide: drawTide,
  citadel: drawCitadel,
  spirit: drawSpirit,
  fungi: drawFungi,
  koi: drawKoi,
  relic: (scene) => (isTreasure(scene.words) ? drawTreasure(scene) : drawRelic(scene)),
  mask: drawMask,
  flame: drawFlame,
  storm: drawStorm,
  skull: drawSkull,
};

/** The whole picture without a frame: sky, subject, and the halftone over both. */
export function drawMotif(motif: Motif, scene: Scene, staging: Staging = PLAIN): string {
  const picture = stageMotif(scene, DRAWINGS[motif](scene), staging);
  return `<path fill="url(#s)" d="M-20-90h360v600H-20z"/>${picture}<path fill="url(#d)" mask="url(#ht)" opacity=".5" d="M-20-90h360v600H-20z"/>`;
}
