import { classNames } from './class-names.ts';
import { drawingBehind } from './picture-sources.ts';

/** True for the shop's own drawings; photographs and external pictures have other URLs. */
function isDrawn(src: string): boolean {
  return src.startsWith('/art/') && drawingBehind(src) === null;
}

/** Says beside a large picture that it is a drawing by the shop, not a photograph of the card. */
export function IllustrationMark({ src, className }: { src: string; className?: string }) {
  if (!isDrawn(src)) return null;
  return (
    <span className={classNames('text-small font-normal text-text-2', className)}>
      Illustration
    </span>
  );
}
