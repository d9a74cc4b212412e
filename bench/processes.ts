import { readdirSync, readFileSync } from 'node:fs';

/** The processes that `pid` started itself. */
export function listChildren(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        const [, parent] = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]!.split(' ');
        return Number(parent) === pid;
      } catch {
        return false;
      }
    });
}
