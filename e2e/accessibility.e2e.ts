// Checks that every screen is accessible: axe finds nothing on it in either theme, and it needs no sideways scrolling.
// With `E2E_LONG=1`, axe runs at every width, and each list is also checked while it loads and after a refusal. Short
// runs check these two states in only one list of the shop and one of the operators, because all lists show them in
// the same way, and a changed total for only one way to pay. One visit checks a screen and the screens reached from it
// (choice 272), and several screens of one person, one after the other (choice 373).
import type { Page } from '@playwright/test';
import {
  expectNoBarriersInAnyTheme,
  expectToFitEveryWidth,
  expectToReflow,
  paintAsUsual,
} from './barriers.ts';
import { isLong } from '../playwright.config.ts';
import { test as base } from './kept-page.ts';
import { followTo, makePeople, openScreen, type People } from './open-screen.ts';
import { SCREENS, type Screen } from './screens.ts';

/** The accounts that visit the screens. Each worker creates them once and uses them in all its tests. */
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

// Switches motion off, so that axe never sees half-faded content. Other tests cover the shop's motion.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const kindsSeen = new Set<string>();

function isLookedAt({ state, who }: Screen): boolean {
  if (state === undefined || isLong) return true;
  const kind = `${who} ${state}`;
  const isFirst = !kindsSeen.has(kind);
  kindsSeen.add(kind);
  return isFirst;
}

/** Checks the current screen, then goes on to the screens reached from it. */
async function lookFrom(page: Page, screen: Screen): Promise<void> {
  await test.step(screen.name, () => lookAt(page, screen));
  for (const next of SCREENS.filter(({ from }) => from === screen.name)) {
    await paintAsUsual(page);
    await next.prepare?.(page);
    await lookFrom(page, next);
    await paintAsUsual(page);
    await next.leave?.(page);
  }
}

async function lookAt(page: Page, { from }: Screen): Promise<void> {
  // If a dialog is open, checks the dialog alone. The page behind it can't be reached, and was checked as a screen of
  // its own.
  const isOverlay = from !== undefined && (await page.locator('dialog[open]').count()) > 0;
  // Scrolls to the top. A click that led here may have scrolled the page so that its header covers half of a link, and
  // axe would report that link.
  if (!isOverlay) await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoBarriersInAnyTheme(page, isOverlay ? 'dialog[open]' : undefined);
  await expectToFitEveryWidth(page);
  await expectToReflow(page);
}

/** Screens that one person sees one after the other. `who` is the name of that person in the test's title. */
type Visit = { screens: Screen[]; who: string };

const WHO = {
  visitor: 'a visitor',
  shopper: 'a shopper',
  newcomer: 'a newcomer',
  stranger: 'somebody new',
  admin: 'an admin',
};

/**
 * The maximum number of screens in a visit. A longer visit would have an unreadable title and keep other tests
 * waiting.
 */
const SCREENS_OF_A_VISIT = 7;

/** Whether a visit of several screens may include this screen. */
function isOnTheWay({ isAlone, who, path, state }: Screen): boolean {
  if (isLong || isAlone === true || who === 'stranger') return false;
  // A checkout goes on with what the last one stored in the browser, and the way to a screen that is loading never ends.
  return !path.startsWith('/checkout') && state !== 'loading';
}

/**
 * Groups the screens into visits. With `E2E_LONG=1`, each visit has only one screen, and so a page load of its own.
 */
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
  test(`${names.join(', ')}, by ${who}, can be used by everybody, and so can the screens reached from there`, async ({
    page,
    people,
  }) => {
    if (screens.length > 1) test.slow();
    // Sets the width before the page loads, so that the browser lays out the page only once.
    await paintAsUsual(page);
    for (const [at, screen] of screens.entries()) {
      if (at === 0) await openScreen(page, screen, people);
      else await followTo(page, screen);
      await lookFrom(page, screen);
      await paintAsUsual(page);
    }
  });
}
