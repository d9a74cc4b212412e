// Shows the progress of a long command, as a bar in a terminal, or as plain lines elsewhere.

/** The place where progress is shown, such as `process.stdout`. */
export type Screen = { isTTY?: boolean; write: (text: string) => unknown };

const BAR_WIDTH = 30;
/** If the output is no terminal, a whole run prints this number of lines. */
const LINES = 10;

/**
 * Starts to show the progress of `what`, which has `total` steps. Call the returned function with the number of steps
 * that are done.
 */
export function startProgress(what: string, total: number, screen: Screen): (done: number) => void {
  let shown = -1;
  return (done) => {
    const steps = screen.isTTY === true ? BAR_WIDTH : LINES;
    const step = total === 0 ? steps : Math.floor((done / total) * steps);
    if (step === shown) return;
    shown = step;
    if (screen.isTTY !== true) {
      if (step > 0) screen.write(`${what}: ${done} of ${total}\n`);
      return;
    }
    const bar = '#'.repeat(step).padEnd(BAR_WIDTH, '.');
    screen.write(`\r${what} [${bar}] ${done} of ${total}${done >= total ? '\n' : ''}`);
  };
}
