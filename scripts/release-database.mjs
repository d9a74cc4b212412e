// Gives the HTTP tests of a release their database (`test-release.mjs`).
export function setup(project) {
  project.provide('postgresUrl', process.env.POSTGRES_SERVER);
}
