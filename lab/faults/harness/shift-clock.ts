// Loaded before a process of the shop (`node --import`). Shifts the clock of that process by WRONG_CLOCK_MS, without
// its knowledge. The database's clock stays right.
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
