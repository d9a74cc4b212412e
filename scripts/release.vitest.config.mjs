// For the HTTP tests of a release, beside its own settings: they take the database that `test-release.mjs` made, whatever the
// release's test kit would have made itself.
import release from './vitest.config.ts';

const http = release.test.projects.find(({ test }) => test.name === 'http');

export default {
  ...release,
  test: {
    ...release.test,
    projects: [{ ...http, test: { ...http.test, globalSetup: ['release-database.mjs'] } }],
  },
};
