import type { Receipt } from '#contract/wallet.ts';
import { CardLink } from '../catalogue/card-link.tsx';

/** The text of a receipt's line. A card links to its page. */
export function LineText({ line }: { line: Receipt['lines'][number] }) {
  if (line.catalogueCardId === undefined) return line.text;
  return <CardLink id={line.catalogueCardId}>{line.text}</CardLink>;
}
