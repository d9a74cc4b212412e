import { classNames } from './class-names.ts';

/** Text that an operator wrote, as HTML from the shop's server, which has removed everything executable. */
export function Written({ html, className }: { html: string | undefined; className?: string }) {
  if (!html) return null;
  return (
    <div
      className={classNames('written', className)}
      // oxlint-disable-next-line react/no-danger -- Sanitised where it is rendered (server/storefront/render-text.ts).
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
