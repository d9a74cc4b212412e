// Measures the processor time of this process and all its descendants, from /proc (Linux, choice 727).
import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 1_000;
const TICKS_PER_SECOND = 100;

/**
 * Processes of this run, by process id and start, because ids are reused. `seconds` includes children that the
 * process has waited for.
 */
const known = new Map();
let isRunning = () => false;

if (process.platform === 'linux') {
  sample();
  setInterval(sample, SAMPLE_MS).unref();
}

/**
 * Processor time of this process and all its descendants so far, in seconds. Null if there is no /proc. When a
 * process ends, its parent waits for it and counts its time. If a process outlives its parent (a server), its last
 * sample counts.
 */
export function processorSeconds() {
  if (process.platform !== 'linux') return null;
  sample();
  return [...known.entries()]
    .filter(([name, { isOrphan }]) => isOrphan || isRunning(name))
    .reduce((sum, [, { seconds }]) => sum + seconds, 0);
}

function sample() {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(read);
  const byPid = new Map(running.map((one) => [one.pid, one]));
  // Repeats until a round finds no further process, because a child may have a smaller id than its parent.
  for (let found = -1; found !== known.size;) {
    found = known.size;
    for (const one of running) {
      const parent = byPid.get(one.parent);
      const hasParent = parent !== undefined && known.has(parent.name);
      if (one.pid === process.pid || hasParent || known.has(one.name))
        known.set(one.name, {
          seconds: one.seconds,
          isOrphan: one.pid !== process.pid && !hasParent,
        });
    }
  }
  const names = new Set(running.map(({ name }) => name));
  isRunning = (name) => names.has(name);
}

function read(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Skips the process's name, which comes first and may contain anything, brackets too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const own = { pid: Number(pid), parent: Number(fields[1]), name: `${pid} ${fields[19]}` };
    return [{ ...own, seconds: ticks / TICKS_PER_SECOND }];
  } catch {
    return []; // The process has just ended.
  }
}
