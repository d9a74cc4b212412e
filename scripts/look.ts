// `npm run look`: opens a demo shop and writes screenshots of every screen into `look/`, at three widths, light and
// dark, and `look/index.html` with all of them side by side. A person looks at them; the script compares nothing.
// `node scripts/look.ts home packs` writes only those two screens; LOOK_WIDTHS=390,1280 and LOOK_THEMES=light limit
// widths and themes. LOOK_THEMES=grey shows the screens without colours, and LOOK_THEMES=forced in the colours of a
// system with forced colours.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { comeToRest } from '../e2e/come-to-rest.ts';
import { makePeople, openScreen, type People } from '../e2e/open-screen.ts';
import { SCREENS, type Screen } from '../e2e/screens.ts';
import { inParallel } from '../src/testing/crowd.ts';
import { findChromium } from './find-chromium.ts';
import { openDemoShop } from './open-demo-shop.ts';

// Set another port if two runs share a machine.
const PORT = Number(process.env['LOOK_PORT'] ?? 3978);
const ADDRESS = `http://localhost:${PORT}`;
const FOLDER = 'look';
const DATA_DIR = '.cache/look-shop';

const WIDTHS = listOf('LOOK_WIDTHS', '390,768,1280').map(Number);
const THEMES = listOf('LOOK_THEMES', 'light,dark');

/** How many screens are drawn concurrently. */
const AT_ONCE = 2;

function listOf(setting: string, otherwise: string): string[] {
  return (process.env[setting] ?? otherwise).split(',');
}

async function lookAt(browser: Browser, screen: Screen, people: People): Promise<void> {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const context = await browser.newContext({
        viewport: { width, height: width === 390 ? 844 : 900 },
        baseURL: ADDRESS,
        locale: 'en-CA',
        colorScheme: theme === 'dark' ? 'dark' : 'light',
        forcedColors: theme === 'forced' ? 'active' : 'none',
      });
      const page = await context.newPage();
      if (theme === 'grey') {
        const browserOf = await context.newCDPSession(page);
        await browserOf.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' });
      }
      await openScreen(page, screen, people);
      await comeToRest(page);
      const isOverlay = await page.locator('dialog[open]').count();
      // In a full-page screenshot, a scrolled page would have its header in the middle.
      if (isOverlay === 0) await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({
        path: `${FOLDER}/${screen.name}-${width}-${theme}.png`,
        fullPage: isOverlay === 0,
      });
      await context.close();
    }
  }
}

/** One page with every picture in the folder, one row for each screen. */
function writeIndex(): void {
  const rows = Map.groupBy(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.png'))
      .sort(),
    (name) => name.replace(/-\d+-[a-z]+\.png$/, ''),
  );
  const sections = [...rows].map(
    ([screen, pictures]) =>
      `<section id="${screen}"><h2>${screen}</h2>${pictures
        .map((name) => `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`)
        .join('')}</section>`,
  );
  writeFileSync(
    `${FOLDER}/index.html`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title>
<style>
  body { font: 14px system-ui; margin: 16px; background: #777; color: #fff }
  h2 { font-size: 14px; margin: 16px 0 4px } img { height: 640px; margin: 0 8px 8px 0; vertical-align: top }
</style>
${sections.join('\n')}</html>\n`,
  );
}

const only = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
const shop = await openDemoShop(PORT, DATA_DIR);
try {
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
  });
  const setup = await browser.newPage({ baseURL: ADDRESS });
  const people = await makePeople(setup);
  await setup.close();
  const wanted = SCREENS.filter(({ name }) => only.length === 0 || only.includes(name));
  await inParallel(wanted, AT_ONCE, async (screen) => {
    try {
      await lookAt(browser, screen, people);
      console.log(`${screen.name}: ${WIDTHS.length * THEMES.length} pictures`);
    } catch (error) {
      // If one screen fails, the other screens still get their pictures.
      process.exitCode = 1;
      console.error(`${screen.name}: ${String(error)}`);
    }
  });
  await browser.close();
  writeIndex();
} finally {
  await shop.end();
}
