import { classNames } from './class-names.ts';

/** What an operator wrote, as the shop's server made HTML of it: it has taken out whatever could do anything. */
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
