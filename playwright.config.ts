import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.ts';

// Another place for the shops of a run, where two runs share a machine.
const PORT = Number(process.env['E2E_PORT'] ?? 3977);
export const HURRIED_PORT = PORT + 2;
/** Where a test may start a mail server; the hurried shop sends its mail there. */
export const MAIL_PORT = PORT + 4;
/** A shop that is as strict as in production: limits are on, and only verified addresses buy. */
export const STRICT_PORT = PORT + 6;
/** Where a test may open a production shop. */
export const PRODUCTION_PORT = PORT + 8;
/** Where a test may open a shop that takes the taxes of its buyers' provinces. */
export const TAXES_PORT = PORT + 10;
/** A name of this run, which its shops have in common. Its workers read this file too, and have it from who starts them. */
export const RUN = (process.env['E2E_RUN'] ??= `${process.pid}-${Date.now()}`);
/**
 * `E2E_LONG=1`: everything is tested that can be: all widths, and the journeys tagged `@long`, which show no invariant,
 * endpoint, rejection or screen that other tests don't show (choice 890).
 */
export const isLong = process.env['E2E_LONG'] === '1';
/** The journeys whose browser fetches no pictures. */
export const WITHOUT_PICTURES = 'journeys';
const { executablePath, args, env } = await findChromium();
// What draws is a thread of the browser: nothing is drawn by a graphics card, and a process of its own costs a
// twentieth of all that a browser does.
const ARGS = [...args, '--in-process-gpu'];

/** A browser that fetches pictures, or one that leaves their places empty: to draw them is a fifth of its work. */
function browser({ draws }: { draws: boolean }) {
  return {
    launchOptions: {
      executablePath,
      args: draws ? ARGS : [...ARGS, '--blink-settings=imagesEnabled=false'],
      env: { ...process.env, ...env } as Record<string, string>,
    },
  };
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  // One for each core: where more wait for it, no moment that a journey has to catch lasts.
  workers: '100%',
  // A test that fails once for no reason is a bug: no retries.
  retries: 0,
  // Three times what the longest journey takes on two busy, slow cores.
  timeout: 360_000,
  // What is waited for comes; a busy machine brings it late.
  expect: { timeout: 60_000 },
  forbidOnly: true,
  outputDir: '.cache/playwright',
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'en-CA',
    // A page is written down at each step of a trace, which takes as long as the step itself.
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
  },
  // Journeys that look at pictures say so; the others have them at length only.
  projects: isLong
    ? [{ name: 'journeys at length', use: browser({ draws: true }) }]
    : [
        {
          name: WITHOUT_PICTURES,
          grepInvert: [/@pictures/, /@long/],
          use: browser({ draws: false }),
        },
        {
          name: 'journeys with pictures',
          grep: /@pictures/,
          grepInvert: /@long/,
          use: browser({ draws: true }),
        },
      ],
  webServer: [
    openShop(PORT, { SETS_UP: 'on' }),
    // Packs are kept for a few seconds only, to see a reservation run out.
    openShop(HURRIED_PORT, {
      RESERVATION_SECONDS: '8',
      SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
    }),
    openShop(STRICT_PORT, { REQUIRE_VERIFIED_EMAIL: 'on', RATE_LIMITS: 'on' }),
  ],
});

/** A shop of its own, as `npm start` opens it, stopped as an operator would stop it. */
function openShop(port: number, settings: Record<string, string>) {
  return {
    command: 'node e2e/open-shop.mjs',
    env: {
      PORT: String(port),
      RUN,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      ...settings,
    },
    url: `http://localhost:${port}/readyz`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  };
}
