// Every screen is accessible: axe finds nothing on it in either theme, and nothing needs sideways scrolling. `E2E_LONG=1`
// runs axe at every width, and checks each list while it loads and after a refusal. Without it, only one list of the shop
// and one of the operators are checked in these states, since all lists show them in the same way. One visit checks a screen
// and the screens reached from it (choice 272), and several screens of one person, one after the other (choice 373).
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

/** Each worker creates once the people who see the screens. */
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

function isLookedAt({ needs, state, who }: Screen): boolean {
  if (needs !== undefined) return false;
  if (state === undefined || isLong) return true;
  const kind = `${who} ${state}`;
  const isFirst = !kindsSeen.has(kind);
  kindsSeen.add(kind);
  return isFirst;
}

/** Checks the current screen, then goes on to the screens reached from it. */
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
  // Checks only the dialog if one is open: nobody can reach the content behind it, and that content was checked before.
  const isOverlay = from !== undefined && (await page.locator('dialog[open]').count()) > 0;
  // A press on the way here may have scrolled the page so that the header covers half of a link.
  if (!isOverlay) await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoBarriersInAnyTheme(page, isOverlay ? 'dialog[open]' : undefined);
  await expectToFitEveryWidth(page);
  await expectToReflow(page);
}

/** Screens that one person sees one after the other. `who`: the name of that person in the test's title. */
type Visit = { screens: Screen[]; who: string };

const WHO = {
  visitor: 'a visitor',
  shopper: 'a shopper',
  newcomer: 'a newcomer',
  stranger: 'somebody new',
  admin: 'an admin',
};

/** The most screens of a visit. With more, the title is too long to read, and other tests wait too long for this one. */
const SCREENS_OF_A_VISIT = 7;

/** Whether a visit of several screens may include this one, because it leaves no changes behind for the next. */
function isOnTheWay({ network, prepare, who, path }: Screen): boolean {
  if (isLong || network !== undefined || path.startsWith('/checkout')) return false;
  return who === 'admin' || (prepare === undefined && who !== 'stranger');
}

/** Groups the screens into visits; with `E2E_LONG=1`, each screen gets a page load of its own. */
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
    // Sets the width before the page loads, so that it is laid out only once.
    await paintAsUsual(page);
    for (const [at, screen] of screens.entries()) {
      if (at === 0) await openScreen(page, screen, people);
      else await followTo(page, screen);
      await lookFrom(page, screen);
      await paintAsUsual(page);
    }
  });
}
