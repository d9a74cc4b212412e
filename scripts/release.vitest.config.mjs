// Settings for the HTTP tests of a release, in addition to the release's own. The tests use the database that
// `test-release.mjs` created, not one from the release's test kit.
import release from './vitest.config.ts';

const http = release.test.projects.find(({ test }) => test.name === 'http');

export default {
  ...release,
  test: {
    ...release.test,
    projects: [{ ...http, test: { ...http.test, globalSetup: ['release-database.mjs'] } }],
  },
};
