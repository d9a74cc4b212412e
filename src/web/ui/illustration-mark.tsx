import { classNames } from './class-names.ts';

/** True for what the shop has drawn; a photograph that operators gave it has an address of its own. */
function isDrawn(src: string): boolean {
  return src.startsWith('/art/') && !src.startsWith('/art/picture/');
}

/** Says beside a large picture that it is a drawing of the shop, not a photograph of the card. */
export function IllustrationMark({ src, className }: { src: string; className?: string }) {
  if (!isDrawn(src)) return null;
  return (
    <span className={classNames('text-small font-normal text-text-2', className)}>
      Illustration
    </span>
  );
}
