import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** A dialog that stands in for the cardholder's bank in the sandbox. It asks whether the authentication succeeds. */
export function ChallengeDialog({
  isOpen,
  onChoice,
}: {
  isOpen: boolean;
  onChoice: (passes: boolean) => void;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onChoice(false)}
      title="Confirm that it is you"
      width={420}
    >
      <p className="text-small text-text-2">
        This is where your bank would ask you to confirm the payment. The sandbox asks in its place.
      </p>
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => onChoice(false)}>
          Fail
        </Button>
        <Button onClick={() => onChoice(true)}>Complete</Button>
      </div>
    </Dialog>
  );
}
