// Every screen can be used by everybody: axe finds nothing on it in either theme, nothing on it needs sideways
// scrolling. `E2E_LONG=1` asks axe at every width, and looks at each list while it loads and when it was refused:
// otherwise at one of the shop's and one of the operators', since all say so in the same way.
import {
  expectNoBarriersInAnyTheme,
  expectToFitEveryWidth,
  expectToReflow,
  isLong,
} from './barriers.ts';
import { test as base } from './kept-page.ts';
import { makePeople, openScreen, SCREENS, type People, type Screen } from './screens.ts';

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

for (const screen of SCREENS.filter(isLookedAt)) {
  const { name, path, who = 'visitor' } = screen;
  test(`${name} (${path}, ${who}) can be used by everybody`, async ({ page, people }) => {
    await openScreen(page, screen, people);
    await expectNoBarriersInAnyTheme(page);
    await expectToFitEveryWidth(page);
    await expectToReflow(page);
  });
}
