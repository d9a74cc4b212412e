import type { SingleOnSale } from '#contract/singles.ts';
import { CardImage } from '../ui/art.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The photograph of a copy, as large as the window allows. */
export function CopyDialog({ copy, onClose }: { copy: SingleOnSale; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={`${copy.name}, ${copy.condition}`} width={480}>
      <CardImage
        src={copy.image}
        alt={`Photograph of this copy of ${copy.name}`}
        eager
        sizes="(min-width: 640px) 420px, 90vw"
        className="mx-auto w-full max-w-105"
      />
      {copy.label !== null && (
        <p className="mt-3 text-small text-text-2">Grader’s label {copy.label}</p>
      )}
    </Dialog>
  );
}
