// What is deployed is what is tried: the files of deploy/three-machines, with a machine's own values and places in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const DEPLOYED = join(import.meta.dirname, '../deploy/three-machines');

/** A deployed file, with this folder for those that a container has. */
export function readDeployed(name: string, folder: string): string {
  return readFileSync(join(DEPLOYED, name), 'utf8').replaceAll(
    /\/(?:etc\/shop|data)\//g,
    `${folder}/`,
  );
}

export type Service = { options: string[]; environment: Record<string, string> };

/** The options and the environment that compose.yaml gives a service, for these values of its variables. */
export function readService(
  name: string,
  folder: string,
  variables: Record<string, string>,
): Service {
  const text = new RegExp(`^  ${name}:\n(?:    .*\n|\n)+`, 'm').exec(
    readDeployed('compose.yaml', folder),
  )![0];
  const filled = text.replaceAll(/\$\{(\w+):\?\}/g, (_text, variable: string) => {
    const value = variables[variable];
    if (value === undefined) throw new Error(`The drill has no ${variable} for compose.yaml.`);
    return value;
  });
  return {
    options: [...filled.matchAll(/^ {6}- (--.*)$/gm)].map((found) => found[1]!),
    environment: Object.fromEntries(
      [...filled.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map((found) => [found[1]!, found[2]!]),
    ),
  };
}
