import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The sandbox's replacement for a bank that authenticates the cardholder. */
export function ChallengeDialog({
  isOpen,
  onAnswer,
}: {
  isOpen: boolean;
  onAnswer: (passes: boolean) => void;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onAnswer(false)}
      title="Confirm that it is you"
      width={420}
    >
      <p className="text-small text-text-2">
        This is where your bank would ask you to confirm the payment. The sandbox asks in its place.
      </p>
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          Fail
        </Button>
        <Button onClick={() => onAnswer(true)}>Complete</Button>
      </div>
    </Dialog>
  );
}
