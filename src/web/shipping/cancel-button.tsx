// Calling a parcel back that nobody has begun to pack.
import { cancelShipment, type Shipment } from '#contract/shipping.ts';
import { formatCad } from '#domain/money.ts';
import { useState } from 'react';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { showToast } from '../ui/toast.tsx';
import { paidShipping } from './paid-shipping.ts';
import { countCards } from '../collection/card-words.ts';
import { useDo } from '../api/do.ts';

const WORDS = {
  INVALID_TRANSITION: 'This shipment is being packed already, so it can no longer be cancelled.',
};

export function CancelButton({ shipment }: { shipment: Shipment }) {
  const [isOpen, setOpen] = useState(false);
  const count = shipment.cards.length;
  const cards = countCards(count);
  const fee = formatCad(shipment.fee.totalFee);
  const place = shipment.paymentMethod === 'balance' ? 'your balance' : 'your card';
  const cancel = useDo(cancelShipment, {
    onSuccess: () => {
      paidShipping.forget();
      showToast({
        kind: 'success',
        title: 'Shipment cancelled',
        text: `${cards} ${count === 1 ? 'is' : 'are'} back in your collection. ${fee} goes back to ${place}.`,
      });
    },
    // Where it is too late the question goes away with its button.
    onError: (error) =>
      showToast({ kind: 'error', title: 'Nothing was cancelled', text: messageOf(error, WORDS) }),
  });

  const close = () => {
    setOpen(false);
    cancel.reset();
  };
  const confirm = () => cancel.mutate({ id: shipment.id }, { onSuccess: close });

  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        Cancel shipment
      </Button>
      {isOpen && (
        <Confirm
          title="Cancel this shipment?"
          text={`${count === 1 ? 'Your card comes' : `Your ${cards} come`} back to your collection, and ${fee} goes back to ${place}.`}
          cancel="Keep shipment"
          confirm="Cancel shipment"
          busy={cancel.isPending}
          problem={
            cancel.error && {
              title: 'Nothing was cancelled',
              text: messageOf(cancel.error, WORDS),
            }
          }
          onConfirm={confirm}
          onCancel={close}
        />
      )}
    </>
  );
}
