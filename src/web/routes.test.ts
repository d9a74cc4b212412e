import { expect, test } from 'vitest';
import { RIGHTS } from '#domain/access.ts';
import { ADMIN_PAGES } from './admin-kit/admin-frame.tsx';
import { wholeTree } from './admin-routes.tsx';

const screens = Object.values(wholeTree().children ?? {}) as {
  options: { path?: string; staticData?: { audience?: string } };
}[];
const audienceOf = (path: string) =>
  screens.find(({ options }) => options.path === path)?.options.staticData?.audience;

test.each(ADMIN_PAGES.map(({ to, audience }) => [to, audience] as const))(
  'a user who sees a link to %s may open it',
  (to, audience) => {
    expect(audienceOf(to)).toBe(audience);
  },
);

test('every page under /admin is for operators', () => {
  const paths = screens.flatMap(({ options }) => options.path ?? []);
  const ofOperators = paths.filter((path) => path === '/admin' || path.startsWith('/admin/'));
  expect(ofOperators.length).toBeGreaterThanOrEqual(ADMIN_PAGES.length);
  for (const path of ofOperators)
    expect
      .soft([path, audienceOf(path)])
      .toEqual([path, expect.toSatisfy((one) => ['staff', ...RIGHTS].includes(one as string))]);
});
