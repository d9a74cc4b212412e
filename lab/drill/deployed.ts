// The drill tests the files that are deployed, those of deploy/three-machines, with each machine's own values and
// paths.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const DEPLOYED = join(import.meta.dirname, '../../deploy/three-machines');

/** Reads a deployed file, and puts `folder` in place of the container's folders. */
export function readDeployed(name: string, folder: string): string {
  return readFileSync(join(DEPLOYED, name), 'utf8').replaceAll(
    /\/(?:etc\/shop|data)\//g,
    `${folder}/`,
  );
}

export type Service = { command: string[]; environment: Record<string, string> };

/** The command and environment of a service in compose.yaml, for these values of its variables. */
export function readService(
  name: string,
  folder: string,
  variables: Record<string, string>,
): Service {
  const filled = (value: unknown) =>
    String(value).replaceAll(/\$\{(\w+):\?\}/g, (_text, variable: string) => {
      const known = variables[variable];
      if (known === undefined) throw new Error(`The drill has no ${variable} for compose.yaml.`);
      return known;
    });
  const { services } = parse(readDeployed('compose.yaml', folder), { merge: true }) as {
    services: Record<string, { command?: string[]; environment?: Record<string, unknown> }>;
  };
  const { command = [], environment = {} } = services[name]!;
  return {
    command: command.map(filled),
    environment: Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, filled(value)]),
    ),
  };
}
