// Reads the settings in `.env`, if that file exists. Variables that are already set take precedence. Node's own option
// is not used, because it prints a line if the file does not exist.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
