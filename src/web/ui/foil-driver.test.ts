import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFoilDriver, type FoilDriver } from './foil-driver.ts';

type Part = { style: { transform: string; opacity: string } };
const part = (): Part => ({ style: { transform: '', opacity: '' } });

let waiting: ((at: number) => void) | null;
let clock: number;
let card: Record<'rotator' | 'sheet' | 'bar' | 'foil' | 'glare' | 'light', Part>;
let planes: Part[];
let driver: FoilDriver;

beforeEach(() => {
  waiting = null;
  clock = 1000;
  vi.stubGlobal('requestAnimationFrame', (picture: (at: number) => void) => {
    waiting = picture;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => (waiting = null));
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  card = {
    rotator: part(),
    sheet: part(),
    bar: part(),
    foil: part(),
    glare: part(),
    light: part(),
  };
  planes = [part(), part(), part(), part()];
  driver = makeFoilDriver({ ...card, planes } as unknown as Parameters<typeof makeFoilDriver>[0]);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Runs frames until the animation stops. Returns how many frames ran. */
function drawUntilRest(everyMs = 1000 / 60): number {
  let pictures = 0;
  while (waiting !== null && pictures < 1000) {
    const picture: (at: number) => void = waiting;
    waiting = null;
    clock += everyMs;
    picture(clock);
    pictures += 1;
  }
  return pictures;
}

const tilt = () => [...card.rotator.style.transform.matchAll(/-?\d+\.?\d*(?=deg)/g)].map(Number);

describe('the light on a foil card', () => {
  test('renders nothing until a pointer comes', () => {
    expect(waiting).toBeNull();
  });

  test('moves to the pointer, tilts the card by eleven degrees at its edge, and stops', () => {
    driver.point(1, 0.5);
    expect(drawUntilRest()).toBeLessThan(80);
    expect(waiting).toBeNull();
    expect(tilt()).toEqual([0, 11]);
    expect(Number(card.foil.style.opacity)).toBeCloseTo(0.9);
    expect(Number(card.glare.style.opacity)).toBeCloseTo(0.6);
  });

  test('moves the planes of a deep card against each other by 9, 5 and 2 px of 315, and not its frame', () => {
    driver.point(1, 0.5);
    drawUntilRest();
    // A plane is 335 units wide.
    const across = planes.map(({ style }) => (parseFloat(style.transform.slice(10)) / 100) * 335);
    expect(across.slice(0, 3).map((px) => Math.round(-px))).toEqual([9, 5, 2]);
    expect(planes[3]!.style.transform).toBe('');
    driver.release();
    drawUntilRest();
    expect(planes[0]!.style.transform).toMatch(/^translate\(-?0%, -?0%\)$/);
  });

  test('renders nothing if the pointer is at the same place again', () => {
    driver.point(0.2, 0.8);
    drawUntilRest();
    driver.point(0.2, 0.8);
    expect(waiting).toBeNull();
  });

  test('goes back when the pointer leaves, and stops', () => {
    driver.point(1, 1);
    drawUntilRest();
    driver.release();
    drawUntilRest();
    expect(tilt().map(Math.abs)).toEqual([0, 0]);
    expect(Number(card.foil.style.opacity)).toBeCloseTo(0.28);
  });

  test('stays a little up and left on a card with the focus', () => {
    driver.hold();
    drawUntilRest();
    const [x, y] = tilt();
    expect(x).toBeCloseTo(4.4);
    expect(y).toBeCloseTo(-4.4);
  });

  test('sweeps over the card once after a turn, for about a second, and stops', () => {
    driver.sweep(false);
    const pictures = drawUntilRest();
    expect(pictures).toBeGreaterThan(60);
    expect(pictures).toBeLessThan(140);
    expect(tilt().map(Math.abs)).toEqual([0, 0]);
  });

  test('has the same speed on a screen of 120 frames a second', () => {
    driver.point(1, 0.5);
    const slow = drawUntilRest(1000 / 60) / 60;
    driver.release();
    drawUntilRest();
    driver.point(1, 0.5);
    expect(drawUntilRest(1000 / 120) / 120).toBeCloseTo(slow, 1);
  });

  test('stops once the card is gone', () => {
    driver.point(1, 1);
    driver.stop();
    expect(waiting).toBeNull();
  });
});
