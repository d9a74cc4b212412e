// Shares a pull. Nothing is loaded, rendered or public before the button is pressed.
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';

const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}));

type ShareButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & {
  /** The id of the user's own card, not of the catalogue's. */
  cardId: string;
  name: string;
};

/** Must be placed where a dialog is allowed, so not in a paragraph. */
export function ShareButton({ cardId, name, ...button }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" {...button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Share<span className="sr-only"> {name}</span>
      </Button>
      {isOpen && (
        <div className="contents text-left">
          <Suspense>
            <ShareDialog cardId={cardId} name={name} onClose={() => setOpen(false)} />
          </Suspense>
        </div>
      )}
    </>
  );
}
