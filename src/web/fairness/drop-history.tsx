// Lists the log entries of a drop. The entry of an opened pack also shows the contents of the pack.
import { ENTRIES_AT_ONCE } from '#contract/drops.ts';
import { readLogEntry, type LogEntry } from '#domain/packproof/log-objects.ts';
import { readPackDocument } from '#domain/packproof/pack-document.ts';
import { utcWords } from '#domain/packproof/utc.ts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useDropHistory } from './drop-queries.ts';
import { countOf } from '../ui/count-of.ts';

export function DropHistory({ hash }: { hash: string }) {
  const [from, setFrom] = useState([0]);
  return (
    <section aria-label="What the log says of it" className="mt-9">
      <h2 className="text-h3">What the log says of it</h2>
      <div className="mt-3">
        {from.map((index) => (
          <Entries
            key={index}
            hash={hash}
            from={index}
            onLater={
              index === from.at(-1) ? (next) => setFrom((before) => [...before, next]) : undefined
            }
          />
        ))}
      </div>
    </section>
  );
}

/**
 * The entries from one response of the shop. If the response has as many entries as a response can have, a button loads
 * later entries.
 */
function Entries({
  hash,
  from,
  onLater,
}: {
  hash: string;
  from: number;
  onLater: ((from: number) => void) | undefined;
}) {
  const { data, isError } = useDropHistory(hash, from);
  if (data === undefined) {
    return (
      <p className="text-small text-text-2">
        {isError ? 'It could not be loaded.' : 'Loading its entries…'}
      </p>
    );
  }
  const last = data.at(-1);
  return (
    <>
      <ol className="border-t border-line text-small">
        {data.map(({ index, entry }) => (
          <Entry key={index} index={index} entry={readLogEntry(entry)} />
        ))}
      </ol>
      {onLater && last && data.length >= ENTRIES_AT_ONCE && (
        <Button variant="secondary" className="mt-4" onClick={() => onLater(last.index + 1)}>
          Show later entries
        </Button>
      )}
    </>
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
        {describeEntry(entry)}
        {held.length > 0 && (
          <span className="block text-text-2">
            It held {held.map(({ name, rarity }) => `${name} (${rarity})`).join(', ')}.
          </span>
        )}
      </span>
    </li>
  );
}

/**
 * Returns the time of a log entry. Returns null for the entry that orders the packs, because that entry contains no
 * time; only its public number has one.
 */
function timeOf(entry: LogEntry): number | null {
  if (entry.kind === 'manifest') return entry.publishedAt;
  if (entry.kind === 'seal') return entry.sealedAt;
  return entry.kind === 'order' ? null : entry.at;
}

function describeEntry(entry: LogEntry): string {
  switch (entry.kind) {
    case 'manifest':
      return `Published: the records of ${countOf(entry.packCount, 'pack')} are locked.`;
    case 'order':
      return `Ordered by number ${entry.round}.`;
    case 'seal':
      return `${countOf(entry.tickets.length, 'ticket')} sealed, for ${packsOf(entry.tickets)}.`;
    case 'void':
      return 'secret' in entry
        ? `Pack ${entry.place + 1} was returned, and is for sale again.`
        : `Pack ${entry.place + 1} was returned, and its contents are shown. It is never sold again.`;
    case 'withdraw':
      return `Pack ${entry.place + 1} was taken off sale, and its contents are shown. The shop’s reason: “${entry.reason}”`;
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
    case 'x-retired':
    case 'x-':
      return 'An entry about the log itself.';
  }
}

/** Returns the numbers of the packs as people count them, from 1. */
function packsOf(tickets: { place: number }[]): string {
  const numbers = tickets.map(({ place }) => place + 1);
  return numbers.length === 1 ? `pack ${numbers[0]}` : `packs ${numbers.join(', ')}`;
}
