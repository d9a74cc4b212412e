// The settings in `.env`, if there is one; what the environment says already stays. Node's own option for that
// prints a line wherever there is none.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
