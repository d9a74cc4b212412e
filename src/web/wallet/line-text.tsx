import type { Receipt } from '#contract/wallet.ts';
import { CardLink } from '../catalogue/card-link.tsx';

/** The text of a line of a receipt. If the line is about a card, the text links to the card's page. */
export function LineText({ line }: { line: Receipt['lines'][number] }) {
  if (line.catalogueCardId === undefined) return line.text;
  return <CardLink id={line.catalogueCardId}>{line.text}</CardLink>;
}
