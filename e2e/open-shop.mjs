// The shop as `npm start` opens it, with a demo of its own that starts anew for each run.
import { rmSync } from 'node:fs';

process.env.DATA_DIR = `.cache/e2e-shop-${process.env.PORT}`;
rmSync(process.env.DATA_DIR, { recursive: true, force: true });
await import('../src/server/main.ts');
