// Alerts match the event of a log line instead of its message, so that the message can be reworded (docs/operators.md,
// "Events of the log").
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const CALLS = globSync('src/{server,stripe-sandbox}/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const text = readFileSync(resolve(ROOT, file), 'utf8');
    return [
      ...text.matchAll(
        /\blog\.(debug|info|warn|error|fatal)\((\s*\{\s*event: '([a-z]+(?:_[a-z]+)*)')?/g,
      ),
    ].map(([call, level, , event]) => ({ file, call, level: level!, event }));
  });

test('a log line has an event', () => {
  expect(CALLS.length).toBeGreaterThan(80);
  // `app.ts` logs one line for each response. It builds the line once and then chooses the level.
  const without = CALLS.filter(
    ({ file, event }) => event === undefined && file !== 'src/server/app.ts',
  );
  expect(without).toEqual([]);
});

test('docs/operators.md says what to do about each warning and each error', () => {
  const page = readFileSync(resolve(ROOT, 'docs/operators.md'), 'utf8');
  const [, section] = /^## Events of the log\n([^]*?)^## /m.exec(page)!;
  const listed = section!
    .split('\nWarnings:\n')
    .map((part) =>
      [...part.matchAll(/^- ((?:`\w+`,?\s+)*`\w+`): \S/gm)].flatMap(([, events]) =>
        [...events!.matchAll(/`(\w+)`/g)].map(([, one]) => one!),
      ),
    );
  const logged = [['error', 'fatal'], ['warn']].map((levels) => [
    ...new Set(
      CALLS.flatMap(({ level, event }) =>
        levels.includes(level) && event !== undefined ? event : [],
      ),
    ),
  ]);
  expect(listed.map((some) => some.toSorted())).toEqual(logged.map((some) => some.toSorted()));
});
