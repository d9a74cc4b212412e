import { classNames } from './class-names.ts';

/** An operator's text as HTML. The server has removed everything executable. */
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
