// A program that tests run as a second process. It opens the Postgres of a directory, prints its address, and closes it
// when standard input ends. Usage: node holder.ts DATA_DIR
import { openEmbeddedPostgres } from './open-embedded-postgres.ts';

const postgres = await openEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  name: 'held',
  log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(postgres.url);
process.stdin.once('end', () => void postgres.close());
process.stdin.resume();
