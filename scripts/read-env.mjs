// Reads the settings in `.env`, if it exists. Variables that are already set take precedence. Does not use Node's own
// option, because that prints a line if the file does not exist.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
