// Compares the responses that the tests got with the endpoint table. In some test each endpoint must have succeeded,
// each of its rejections must have occurred, and each event must have been published.
import { readFileSync } from 'node:fs';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { HEARD_TYPES } from '#domain/shop-event.ts';

type Noted = { method: string; path: string; code: string | null };

const PARAMETER = /\{\w+\}/g;
/** Fixed paths come before paths with a parameter in the same place, as in the router. */
const ALL_ENDPOINTS = Object.values<Endpoint>(ENDPOINTS)
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(PARAMETER, '[^/]+')}$`),
    parameters: endpoint.path.match(PARAMETER)?.length ?? 0,
  }))
  .toSorted((a, b) => a.parameters - b.parameters);

function rowOf({ method, path }: Noted): Endpoint | undefined {
  return ALL_ENDPOINTS.find(
    ({ endpoint, pattern }) => endpoint.method === method && pattern.test(path),
  )?.endpoint;
}

/**
 * The pairs of endpoint and outcome that no test saw, and the events, one line for each. `file` has one recorded response on each
 * line.
 */
export function uncoveredPairs(file: string): string[] {
  const responses = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Noted);
  const ofEndpoint = Map.groupBy(responses, rowOf);
  const events = new Set(
    responses.filter(({ method }) => method === 'EVENT').map(({ path }) => path),
  );
  const unpublished = HEARD_TYPES.filter((type) => !events.has(type));
  const pairs = Object.values<Endpoint>(ENDPOINTS).flatMap((endpoint) => {
    const own = new Set(ofEndpoint.get(endpoint)?.map(({ code }) => code));
    return [null, ...endpoint.rejections]
      .filter((code) => !own.has(code))
      .map((code) => `${endpoint.method} ${endpoint.path} -> ${code ?? 'success'}`);
  });
  return [...pairs, ...unpublished.map((type) => `event ${type} -> published`)];
}
