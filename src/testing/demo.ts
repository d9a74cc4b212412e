// Fills the demo, signed in as the database's owner, as the shop does at its start.
import { openDemoDrops } from '../server/demo/seed-drops.ts';
import { openOwnerPool, overPool } from '../server/database/pool.ts';
import { seedDemo } from '../server/demo/seed.ts';
import type { TestApp } from './app.ts';

export async function fillDemo({ context, url }: TestApp, say: (line: string) => void = () => {}) {
  const owner = openOwnerPool({ url, clockOffsetMs: 0 });
  try {
    await seedDemo({ ...context, db: overPool(owner) }, say);
  } finally {
    await owner.end();
  }
}

/** Puts a demo's packs into drops. The shop does the same after it has filled the demo. */
export async function openDrops({ context, url }: TestApp, say: (line: string) => void = () => {}) {
  const owner = openOwnerPool({ url, clockOffsetMs: context.config.clockOffsetMs });
  try {
    await openDemoDrops({ ...context, db: overPool(owner) }, say);
  } finally {
    await owner.end();
  }
}
