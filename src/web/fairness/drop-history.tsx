// What the log says of a drop, entry by entry, and the packs whose contents it shows.
import { readLogEntry, type LogEntry } from '#domain/packproof/log-objects.ts';
import { readPackDocument } from '#domain/packproof/pack-document.ts';
import { utcWords } from '#domain/packproof/utc.ts';
import { useDropHistory } from './drop-queries.ts';
import { countOf } from '../ui/count-of.ts';

export function DropHistory({ hash }: { hash: string }) {
  const { data, isError } = useDropHistory(hash);
  return (
    <section aria-label="What the log says of it" className="mt-9">
      <h2 className="text-h3">What the log says of it</h2>
      {data === undefined ? (
        <p className="mt-2 text-small text-text-2">
          {isError ? 'It could not be loaded.' : 'Loading its entries…'}
        </p>
      ) : (
        <ol className="mt-3 border-t border-line text-small">
          {data.map(({ index, entry }) => (
            <Entry key={index} index={index} entry={readLogEntry(entry)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ index, entry }: { index: number; entry: LogEntry }) {
  const at = timeOf(entry);
  const held = 'document' in entry ? readPackDocument(entry.document).cards : [];
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-b border-line py-2.5 sm:grid-cols-[220px_minmax(0,1fr)]">
      <span className="text-text-2">
        Entry {index}
        {at !== null && <span className="block">{utcWords(at)}</span>}
      </span>
      <span className="min-w-0 break-words">
        {wordsOf(entry)}
        {held.length > 0 && (
          <span className="block text-text-2">
            It held {held.map(({ name, rarity }) => `${name} (${rarity})`).join(', ')}.
          </span>
        )}
      </span>
    </li>
  );
}

/** The order has none: its number does. */
function timeOf(entry: LogEntry): number | null {
  if (entry.kind === 'manifest') return entry.publishedAt;
  if (entry.kind === 'seal') return entry.sealedAt;
  return entry.kind === 'order' ? null : entry.at;
}

function wordsOf(entry: LogEntry): string {
  switch (entry.kind) {
    case 'manifest':
      return `Published: the records of ${countOf(entry.packCount, 'pack')} are locked.`;
    case 'order':
      return `Ordered by number ${entry.round}.`;
    case 'seal':
      return `${countOf(entry.tickets.length, 'ticket')} sealed, for ${placesOf(entry.tickets)}.`;
    case 'void':
      return 'secret' in entry
        ? `Place ${entry.place} was returned, and is for sale again.`
        : `Place ${entry.place} was returned, and its contents are shown. It is never sold again.`;
    case 'withdraw':
      return `Place ${entry.place} was taken off sale, and its contents are shown. ${entry.reason}.`;
    case 'close':
      return entry.carried.length === 0
        ? 'Closed. No packs move to the next drop.'
        : `Closed. ${countOf(entry.carried.length, 'pack')} carried over to the next drop.`;
    case 'contents':
      return entry.unopened.length === 0
        ? 'All contents are published.'
        : `The contents are published, except for ${countOf(entry.unopened.length, 'unopened pack')}.`;
    case 'key':
    case 'incident':
    case 'verifier':
      return 'An entry about the log itself.';
  }
}

function placesOf(tickets: { place: number }[]): string {
  const places = tickets.map(({ place }) => place);
  return places.length === 1 ? `place ${places[0]}` : `places ${places.join(', ')}`;
}
