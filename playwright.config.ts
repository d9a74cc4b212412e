import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.ts';

const PORT = 3977;
const { executablePath, args, env } = await findChromium();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  // A test that fails once for no reason is a bug: no retries.
  retries: 0,
  timeout: 60_000,
  forbidOnly: true,
  outputDir: '.cache/playwright',
  use: {
    baseURL: `http://localhost:${PORT}`,
    launchOptions: {
      executablePath,
      args,
      env: { ...process.env, ...env } as Record<string, string>,
    },
    locale: 'en-CA',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node e2e/open-shop.mjs',
    env: { PORT: String(PORT), LOG_LEVEL: 'warn', RATE_LIMITS: 'off' },
    url: `http://localhost:${PORT}/readyz`,
    timeout: 60_000,
    // Stopped as an operator would stop it, so that its database stops with it.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
