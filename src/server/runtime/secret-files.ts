// Reads secrets from files, as Docker, Kubernetes and systemd provide them. NAME_FILE has the path
// of the file with the value of NAME (choice 738).
import { readFileSync } from 'node:fs';

type Environment = Record<string, string | undefined>;

/**
 * For each of `names`, replaces the variable NAME_FILE by NAME, with the file's content (without the last line end) as
 * its value. If a file can't be read, adds a problem.
 */
export function readSecretFiles(
  environment: Environment,
  names: readonly string[],
): { environment: Environment; problems: string[] } {
  const read = { ...environment };
  const problems: string[] = [];
  for (const name of names) {
    const setting = `${name}_FILE`;
    const file = environment[setting];
    // An empty variable counts as unset, as in all settings.
    if (file === undefined || file === '') continue;
    if ((environment[name] ?? '') !== '') {
      problems.push(`${name} and ${setting} are both set: leave one of them out`);
      continue;
    }
    const content = contentOf(file);
    if ('problem' in content) problems.push(`${setting}=${file} ${content.problem}`);
    else read[name] = content.text;
  }
  return { environment: read, problems };
}

function contentOf(file: string): { text: string } | { problem: string } {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { problem: 'is an empty file' } : { text };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { problem: REASONS[code ?? ''] ?? `can't be read: ${message}` };
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'is not there',
  EACCES: 'may not be read by the user of this process',
  EISDIR: 'is a folder',
};
