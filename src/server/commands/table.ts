// Every operator command, in the order of the listing.
import type { Commands } from './command.ts';
import { MIGRATE } from './migrate.ts';
import { USER } from './user.ts';
import { KEY } from './key.ts';
import { IMPORT } from './import.ts';
import { PRICES } from './prices.ts';
import { JOBS } from './jobs.ts';
import { DISCOUNT } from './discount.ts';
import { SANDBOX } from './sandbox.ts';
import { SETTINGS } from './settings.ts';
import { LOG } from './log.ts';
import { PAYMENTS } from './payments.ts';
import { FORGOTTEN } from './forgotten.ts';
import { AUDIT } from './audit.ts';
import { BACKUP } from './backup.ts';
import { STOP } from './stop.ts';

export const COMMANDS: Commands = {
  ...MIGRATE,
  ...USER,
  ...KEY,
  ...IMPORT,
  ...PRICES,
  ...JOBS,
  ...DISCOUNT,
  ...SANDBOX,
  ...SETTINGS,
  ...LOG,
  ...PAYMENTS,
  ...FORGOTTEN,
  ...AUDIT,
  ...BACKUP,
  ...STOP,
};
