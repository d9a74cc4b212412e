// Tests that need no browser of their own share one page of their worker, one after the other. The page reuses what it has
// fetched and compiled, which saves a third of a test's cost. Everything else that the previous test left behind is removed.
// A change that can't be undone (a clock, an init script) closes the page at the end of its test.
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
const EVENTS = ['console', 'dialog', 'pageerror', 'request', 'response'] as const;

/** Pages with a change that can't be undone. */
const ended = new WeakSet<Page>();

/** Holds a worker's page between its tests. */
class Place {
  readonly #browser: Browser;
  #page: Page | null = null;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The stored page, or a new one. */
  async take(): Promise<Page> {
    const page = this.#page ?? (await openStored(this.#browser));
    this.#page = null;
    return page;
  }

  /** Stores the page for the next test, if it can be reset. */
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
  endsWith(page, page.clock, 'install');
  return page;
}

/** Wraps a method whose effect can't be undone: a call marks the page, so that no later test gets it. */
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

/** Resets the page to that of a new visitor. It ends on a picture, where no code can send requests. */
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
 * Gives a test the stored page, unless its file needs another browser than usual (`test.use`). `elsewhere` opens a second
 * browser, for another shopper or the operator. It is closed when the test ends, because a page that stays open goes on sending
 * requests to the shop.
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
    let kept: Page | undefined;
    await use(async (options) => {
      const isAsKept = options === undefined && isUsual({ baseURL, viewport, hasTouch }, info);
      if (isAsKept && kept === undefined) return (kept = await places.elsewhere.take());
      const context = await browser.newContext(options);
      opened.push(context);
      return context.newPage();
    });
    if (kept !== undefined) await places.elsewhere.giveBack(kept, isWell(info));
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
