// The demo, filled as the shop fills it at its start: by the owner of the database.
import { openOwnerPool, overPool } from '../server/database/database.ts';
import { seedDemo } from '../server/seed.ts';
import type { TestApp } from './app.ts';

export async function fillDemo({ context, url }: TestApp, say: (line: string) => void = () => {}) {
  const owner = openOwnerPool({ url, clockOffsetMs: 0 });
  try {
    await seedDemo({ ...context, db: overPool(owner) }, say);
  } finally {
    await owner.end();
  }
}
