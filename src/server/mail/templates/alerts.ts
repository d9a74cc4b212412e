import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

type Alert = { title: string; words: string };

/**
 * Tells an operator which alerts began, and which conditions are mended. `begun` and `mended` have at least one alert
 * in all.
 */
export function alertsMail({
  begun,
  mended,
  head,
}: {
  begun: Alert[];
  mended: Alert[];
  head: Letterhead;
}): Mail {
  const rowsOf = (alerts: Alert[]) =>
    alerts.map(({ title, words }) => ({ name: title, note: words }));
  return writeMail(head, {
    kind: 'alerts',
    subject: `${head.shop}: ${subjectOf(begun, mended)}`,
    parts: [
      ...(begun.length === 0 ? [] : [{ rows: rowsOf(begun) }]),
      ...(mended.length === 0 ? [] : ['Mended:', { rows: rowsOf(mended) }]),
      { link: `${head.publicUrl}/admin/alerts`, label: 'See all alerts, or switch some off' },
    ],
  });
}

function subjectOf(begun: Alert[], mended: Alert[]): string {
  const [alerts, word] = begun.length > 0 ? [begun, ''] : [mended, 'mended: '];
  const titles = new Set(alerts.map(({ title }) => title));
  const [first] = titles;
  return titles.size === 1 ? `${word}${first}` : `${word}${alerts.length} alerts`;
}
