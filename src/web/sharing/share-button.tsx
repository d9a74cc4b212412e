// A button to share a pull. Before the user presses it, nothing is loaded or published.
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';

const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}));

type ShareButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & {
  /** The id of the user's copy, not of the card in the catalogue. */
  cardId: string;
  name: string;
};

/** The button contains a dialog, so it must not be inside a paragraph. */
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
