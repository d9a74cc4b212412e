// Every screen can be used by everybody: axe finds nothing on it in either theme, nothing on it needs sideways
// scrolling. `E2E_LONG=1` asks axe at every width, and looks at each list while it loads and when it was refused:
// otherwise at one of the shop's and one of the operators', since all say so in the same way. What a screen leads to is
// looked at on the same visit (choice 272), and so are screens of one person, one after the other (choice 373).
import type { Page } from '@playwright/test';
import {
  expectNoBarriersInAnyTheme,
  expectToFitEveryWidth,
  expectToReflow,
  paintAsUsual,
} from './barriers.ts';
import { isLong } from '../playwright.config.ts';
import { test as base } from './kept-page.ts';
import { followTo, goOn, makePeople, openScreen, type People } from './open-screen.ts';
import { SCREENS, type Screen } from './screens.ts';

/** Those who look at the screens are made once for each worker. */
const test = base.extend<object, { people: People }>({
  people: [
    async ({ browser }, use, { project }) => {
      const page = await browser.newPage({ baseURL: project.use.baseURL! });
      const people = await makePeople(page);
      await page.close();
      await use(people);
    },
    { scope: 'worker' },
  ],
});

// Nothing is half faded in: how the shop moves has journeys of its own.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const kindsSeen = new Set<string>();

function isLookedAt({ needs, state, who }: Screen): boolean {
  if (needs !== undefined) return false;
  if (state === undefined || isLong) return true;
  const kind = `${who} ${state}`;
  const isFirst = !kindsSeen.has(kind);
  kindsSeen.add(kind);
  return isFirst;
}

/** Asks about the screen that stands on the page, then goes on to what is reached from it. */
async function lookFrom(page: Page, screen: Screen): Promise<void> {
  await test.step(screen.name, () => lookAt(page, screen));
  for (const next of SCREENS.filter(({ from, needs }) => from === screen.name && !needs)) {
    await paintAsUsual(page);
    await goOn(page, next);
    await lookFrom(page, next);
    await paintAsUsual(page);
    await next.leave?.(page);
  }
}

async function lookAt(page: Page, { from }: Screen): Promise<void> {
  // Nobody can get at what lies behind a dialog, and it was looked at before.
  const isOverlay = from !== undefined && (await page.locator('dialog[open]').count()) > 0;
  // What was pressed on the way was scrolled to, and half a link is under the head of the page.
  if (!isOverlay) await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoBarriersInAnyTheme(page, isOverlay ? 'dialog[open]' : undefined);
  await expectToFitEveryWidth(page);
  await expectToReflow(page);
}

/** Screens that one person looks at one after the other, and what they are called in a title. */
type Visit = { screens: Screen[]; who: string };

const WHO = {
  visitor: 'a visitor',
  shopper: 'a shopper',
  newcomer: 'a newcomer',
  stranger: 'somebody new',
  admin: 'an admin',
};

/** So many at most: more make a title that nobody reads, and a journey that others wait for. */
const SCREENS_OF_A_VISIT = 7;

/** Whether it stands there for whoever comes from another screen, and leaves nothing behind for the next. */
function isOnTheWay({ network, prepare, who, path }: Screen): boolean {
  if (isLong || network !== undefined || path.startsWith('/checkout')) return false;
  return who === 'admin' || (prepare === undefined && who !== 'stranger');
}

/** `E2E_LONG=1`: each screen on a page that was loaded for it. */
function planVisits(): Visit[] {
  const visits: Visit[] = [];
  for (const screen of SCREENS.filter((one) => one.from === undefined && isLookedAt(one))) {
    const who = WHO[screen.who ?? 'visitor'];
    const begun = visits.findLast((one) => one.who === who && one.screens.every(isOnTheWay));
    const hasRoom = begun !== undefined && begun.screens.length < SCREENS_OF_A_VISIT;
    if (hasRoom && isOnTheWay(screen)) begun.screens.push(screen);
    else visits.push({ screens: [screen], who });
  }
  return visits;
}

for (const { screens, who } of planVisits()) {
  const names = screens.map(({ name, path }) => (screens.length > 1 ? name : `${name} (${path})`));
  test(`${names.join(', ')}, by ${who}, can be used by everybody, and so can what it leads to`, async ({
    page,
    people,
  }) => {
    if (screens.length > 1) test.slow();
    // As wide before it comes: it is laid out once.
    await paintAsUsual(page);
    for (const [at, screen] of screens.entries()) {
      if (at === 0) await openScreen(page, screen, people);
      else await followTo(page, screen);
      await lookFrom(page, screen);
      await paintAsUsual(page);
    }
  });
}
