import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asked before cards that were not turned are left. */
export function ExitDialog({ onCancel, onExit }: { onCancel: () => void; onExit: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title="Exit Card Opening?"
      onClose={onCancel}
      initialFocus={cancel}
      width={460}
    >
      <p className="text-text-2">
        Are you sure you want to exit? Once you exit, you will lose the experience to open more
        cards.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button ref={cancel} look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="danger" onClick={onExit}>
          Exit
        </Button>
      </div>
    </Dialog>
  );
}
