import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.ts';

// The first port of a run's shops. Set another one if two runs share a machine.
const PORT = Number(process.env['E2E_PORT'] ?? 3977);
export const HURRIED_PORT = PORT + 2;
/** The port at which a test may start a mail server. The shop with short reservations sends its mail there. */
export const MAIL_PORT = PORT + 4;
/** The port of a shop that is as strict as in production: limits are on, and only verified addresses buy. */
export const STRICT_PORT = PORT + 6;
/** The port at which a test may open a production shop. */
export const PRODUCTION_PORT = PORT + 8;
/** The port at which a test may open a shop that charges the taxes of its buyers' provinces. */
export const TAXES_PORT = PORT + 10;
/**
 * The name of this run, which all its shops use. The run's workers read this file too, and inherit the name from the process
 * that starts them.
 */
export const RUN = (process.env['E2E_RUN'] ??= `${process.pid}-${Date.now()}`);
/**
 * `E2E_LONG=1` tests everything: all widths, and also the journeys tagged `@long`. Other tests cover every invariant,
 * endpoint, rejection and screen of those journeys (choice 890).
 */
export const isLong = process.env['E2E_LONG'] === '1';
/** The journeys whose browser fetches no pictures. */
export const WITHOUT_PICTURES = 'journeys';
const { executablePath, args, env } = await findChromium();
// Draws in a thread of the browser. No graphics card draws anything here, so a separate process for it would only cost a
// twentieth of the browser's work.
const ARGS = [...args, '--in-process-gpu'];

/** A browser that fetches pictures, or one that leaves their places empty, because drawing them is a fifth of its work. */
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
  // One worker for each core. If more workers shared a core, short moments that a test must catch would be over before it
  // sees them.
  workers: '100%',
  // A test that fails once for no reason is a bug: no retries.
  retries: 0,
  // Three times what the longest journey takes on two busy, slow cores.
  timeout: 360_000,
  // Long, because on a busy machine an expected state appears late.
  expect: { timeout: 60_000 },
  forbidOnly: true,
  outputDir: '.cache/playwright',
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'en-CA',
    // Off by default, because a trace stores the whole page at each step, which takes as long as the step itself.
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
  },
  // Journeys that check pictures are tagged `@pictures`. All others get pictures only in long runs.
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
    // Only journeys tagged `@long` use another shop than the first (choice 1068).
    ...(isLong
      ? [
          // Reserves packs for a few seconds only, so that tests can see a reservation expire.
          openShop(HURRIED_PORT, {
            RESERVATION_SECONDS: '8',
            SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
          }),
          openShop(STRICT_PORT, { REQUIRE_VERIFIED_EMAIL: 'on', RATE_LIMITS: 'on' }),
        ]
      : []),
  ],
});

/** Opens a separate shop as `npm start` does, and stops it as an operator would. */
function openShop(port: number, settings: Record<string, string>) {
  return {
    command: 'node e2e/open-shop.mjs',
    env: {
      PORT: String(port),
      RUN,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      WEBHOOK_NETWORKS: '127.0.0.0/8',
      ...settings,
    },
    url: `http://localhost:${port}/readyz`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  };
}
