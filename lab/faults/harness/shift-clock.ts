// Shifts the clock of a process of the shop by WRONG_CLOCK_MS. The process loads this module before its own code
// (`node --import`), so it does not notice the shift. The database's clock stays right.
const wrongByMs = Number(process.env['WRONG_CLOCK_MS']);
const RightDate = Date;

globalThis.Date = class extends RightDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(RightDate.now() + wrongByMs);
    else super(...(parts as [number]));
  }

  static override now(): number {
    return RightDate.now() + wrongByMs;
  }
} as DateConstructor;
