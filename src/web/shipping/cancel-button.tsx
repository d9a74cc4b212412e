// Calling a parcel back that nobody has begun to pack.
import { cancelShipment, type Shipment } from '#contract/shipping.ts';
import { formatCad } from '#domain/money.ts';
import { useRef, useState } from 'react';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { paidShipping } from './paid-shipping.ts';
import { countCards } from '../collection/card-words.ts';

const WORDS = {
  INVALID_TRANSITION: 'This shipment is being packed already, so it can no longer be cancelled.',
};

export function CancelButton({ shipment }: { shipment: Shipment }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useDo(cancelShipment, { onSuccess: paidShipping.forget });
  const keep = useRef<HTMLButtonElement>(null);
  const count = shipment.cards.length;
  const cards = countCards(count);
  const fee = formatCad(shipment.fee.totalFee);
  const place = shipment.paymentMethod === 'balance' ? 'your balance' : 'your card';

  const close = () => {
    setOpen(false);
    cancel.reset();
  };
  const confirm = () =>
    cancel.mutate(
      { id: shipment.id },
      {
        onSuccess: () => {
          close();
          showToast({
            kind: 'success',
            title: 'Shipment cancelled',
            text: `${cards} ${count === 1 ? 'is' : 'are'} back in your collection. ${fee} goes back to ${place}.`,
          });
        },
        // Where it is too late the question goes away with its button.
        onError: (error) =>
          showToast({
            kind: 'error',
            title: 'Nothing was cancelled',
            text: messageOf(error, WORDS),
          }),
      },
    );

  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        Cancel shipment
      </Button>
      {isOpen && (
        <Dialog
          isOpen
          role="alertdialog"
          title="Cancel this shipment?"
          onClose={close}
          canClose={!cancel.isPending}
          initialFocus={keep}
          width={460}
        >
          <p className="text-text-2">
            {count === 1 ? 'Your card comes' : `Your ${cards} come`} back to your collection, and{' '}
            {fee} goes back to {place}.
          </p>
          {cancel.isError && (
            <div className="mt-4">
              <Banner title="Nothing was cancelled">{messageOf(cancel.error, WORDS)}</Banner>
            </div>
          )}
          <div className="mt-6 grid gap-3 sm:grid-cols-2">
            <Button ref={keep} look="secondary" onClick={close} disabled={cancel.isPending}>
              Keep shipment
            </Button>
            <Button look="danger-filled" onClick={confirm} busy={cancel.isPending}>
              Cancel shipment
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
