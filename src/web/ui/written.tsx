import { classNames } from './class-names.ts';

/** Shows an operator's text, which is HTML. The server has removed everything executable from it. */
export function Written({ html, className }: { html: string | undefined; className?: string }) {
  if (!html) return null;
  return (
    <div
      className={classNames('written', className)}
      // oxlint-disable-next-line react/no-danger -- The server sanitises the HTML (server/storefront/render-text.ts).
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
