// Tests that need no browser of their own use the one page of their worker, one test after the other. The page reuses
// what it has fetched and compiled, which saves a third of a test's cost. Everything else that a test left behind is
// removed before the next test. If a test changes the page in a way that can't be undone (a clock, an init script),
// the page is closed at the end of that test.
import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type TestInfo,
} from '@playwright/test';

const VIEWPORT = { width: 1280, height: 720 };
const AS_EVER = {
  media: null,
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
} as const;
const CLOCK = ['install', 'setFixedTime', 'setSystemTime', 'pauseAt', 'runFor'] as const;
const EVENTS = ['console', 'dialog', 'pageerror', 'request', 'response'] as const;

/** Pages that no later test may use, because a change on them can't be undone. */
const ended = new WeakSet<Page>();

/** Holds a worker's page between its tests. */
class Place {
  readonly #browser: Browser;
  #page: Page | null = null;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Returns the stored page, or a new page if none is stored. */
  async take(): Promise<Page> {
    const page = this.#page ?? (await openStored(this.#browser));
    this.#page = null;
    return page;
  }

  /** Stores the page for the next test. Closes the page instead if its test failed or the page can't be reset. */
  async giveBack(page: Page, isWell: boolean): Promise<void> {
    if (!isWell || ended.has(page) || page.isClosed()) return page.context().close();
    await makeAsNew(page);
    this.#page = page;
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
  }
}

async function openStored(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  endsWith(page, page, 'addInitScript');
  endsWith(page, page, 'exposeFunction');
  endsWith(page, page, 'close');
  // Each of these installs the clock, if only to set the time.
  for (const name of CLOCK) endsWith(page, page.clock, name);
  return page;
}

/** Wraps a method whose effect can't be undone. A call marks the page, so that no later test gets the page. */
function endsWith<Owner extends object>(
  page: Page,
  owner: Owner,
  name: keyof Owner & string,
): void {
  const work = owner[name] as (...given: unknown[]) => unknown;
  const noted = (...given: unknown[]): unknown => {
    ended.add(page);
    return work.apply(owner, given);
  };
  Object.assign(owner, { [name]: noted });
}

/**
 * Resets the page to that of a new visitor. Afterwards the page shows only a picture, where no code can send
 * requests.
 */
async function makeAsNew(page: Page): Promise<void> {
  const context = page.context();
  for (const event of EVENTS) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/favicon.svg');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    page.emulateMedia(AS_EVER),
    page.setViewportSize(VIEWPORT),
    page.mouse.move(0, 0),
  ]);
}

type Places = { own: Place; elsewhere: Place };

/**
 * Gives a test the stored page, unless its file needs another browser than usual (`test.use`). `elsewhere` opens a
 * second browser, for another shopper or the operator. The second browser is closed when the test ends, because a
 * page that stays open goes on sending requests to the shop.
 */
export const test = base.extend<
  { elsewhere: (options?: BrowserContextOptions) => Promise<Page> },
  { places: Places }
>({
  places: [
    async ({ browser }, use) => {
      const places = { own: new Place(browser), elsewhere: new Place(browser) };
      await use(places);
      await places.own.close();
      await places.elsewhere.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, places, baseURL, viewport, hasTouch }, use, info) => {
    if (!isUsual({ baseURL, viewport, hasTouch }, info)) return useOwn(browser, use);
    const page = await places.own.take();
    await use(page.context());
    await places.own.giveBack(page, isWell(info));
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  elsewhere: async ({ browser, places, baseURL, viewport, hasTouch }, use, info) => {
    const opened: BrowserContext[] = [];
    let reused: Page | undefined;
    await use(async (options) => {
      const isReusable = options === undefined && isUsual({ baseURL, viewport, hasTouch }, info);
      if (isReusable && reused === undefined) return (reused = await places.elsewhere.take());
      const context = await browser.newContext(options);
      opened.push(context);
      return context.newPage();
    });
    if (reused !== undefined) await places.elsewhere.giveBack(reused, isWell(info));
    await Promise.all(opened.map((context) => context.close()));
  },
});

/** Whether a test runs in a browser with the usual settings. */
function isUsual(
  { baseURL, viewport, hasTouch }: BrowserContextOptions,
  { project }: TestInfo,
): boolean {
  const isAsWide = viewport?.width === VIEWPORT.width && viewport.height === VIEWPORT.height;
  return baseURL === project.use.baseURL && isAsWide && hasTouch !== true;
}

const isWell = ({ status, expectedStatus }: TestInfo) => status === expectedStatus;

async function useOwn(browser: Browser, use: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext();
  await use(context);
  await context.close();
}
