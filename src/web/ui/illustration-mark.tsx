import { classNames } from './class-names.ts';
import { drawingBehind } from './picture-sources.ts';

/** Returns whether the picture is the shop's own drawing. Photographs and external pictures have other URLs. */
function isDrawn(src: string): boolean {
  return src.startsWith('/art/') && drawingBehind(src) === null;
}

/** A note next to a large picture, which says that it is the shop's drawing instead of a photograph. */
export function IllustrationMark({ src, className }: { src: string; className?: string }) {
  if (!isDrawn(src)) return null;
  return (
    <span className={classNames('text-small font-normal text-text-2', className)}>
      Illustration
    </span>
  );
}
