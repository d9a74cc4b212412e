// Every screen can be used by everybody: axe finds nothing on it in either theme, nothing on it needs sideways
// scrolling. `E2E_LONG=1` asks axe at every width.
import { test as base } from '@playwright/test';
import { expectNoBarriersInAnyTheme, expectToFitEveryWidth, expectToReflow } from './barriers.ts';
import { makePeople, openScreen, SCREENS, type People } from './screens.ts';

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

for (const screen of SCREENS.filter(({ needs }) => needs === undefined)) {
  const { name, path, who = 'visitor' } = screen;
  test(`${name} (${path}, ${who}) can be used by everybody`, async ({ page, people }) => {
    await openScreen(page, screen, people);
    await expectNoBarriersInAnyTheme(page);
    await expectToFitEveryWidth(page);
    await expectToReflow(page);
  });
}
