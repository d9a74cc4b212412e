import { Confirm } from '../ui/confirm.tsx';

/** Asks for confirmation before the user leaves while cards are still face down. */
export function ExitDialog({ onCancel, onExit }: { onCancel: () => void; onExit: () => void }) {
  return (
    <Confirm
      title="Exit Card Opening?"
      text="Are you sure you want to exit? Once you exit, you will lose the experience to open more cards."
      confirm="Exit"
      variant="danger"
      onConfirm={onExit}
      onCancel={onCancel}
    />
  );
}
