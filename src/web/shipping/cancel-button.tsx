// The button with which a user cancels a parcel before it is packed.
import { cancelShipment, type OwnShipment } from '#contract/shipping.ts';
import { useState } from 'react';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { showToast } from '../ui/toast.tsx';
import { refundWords } from './cancel-words.ts';
import { paidShipping } from './paid-shipping.ts';
import { countCards } from '../collection/card-words.ts';
import { useDo } from '../api/do.ts';

const WORDS = {
  INVALID_TRANSITION: 'This shipment is being packed already, so it can no longer be cancelled.',
};

export function CancelButton({ shipment }: { shipment: OwnShipment }) {
  const [isOpen, setOpen] = useState(false);
  const { additions } = shipment;
  const count = additions.reduce((all, { cardCount }) => all + cardCount, shipment.cards.length);
  const cards = countCards(count);
  const money = refundWords({ shipment, additions }, 'owner');
  const many = additions.length > 0 ? `Your ${cards}, with those added later,` : `Your ${cards}`;
  const coming = count === 1 ? 'Your card comes' : `${many} come`;
  const cancel = useDo(cancelShipment, {
    onSuccess: () => {
      paidShipping.forget();
      showToast({
        kind: 'success',
        title: 'Shipment cancelled',
        text: `${cards} ${count === 1 ? 'is' : 'are'} back in your collection.${money === null ? '' : ` ${money}.`}`,
      });
    },
    // A toast shows the error: if the parcel is already being packed, the dialog and the button disappear.
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
      <Button variant="danger" onClick={() => setOpen(true)}>
        Cancel shipment
      </Button>
      {isOpen && (
        <Confirm
          title="Cancel this shipment?"
          text={`${coming} back to your collection${money === null ? '' : `, and ${money}`}.`}
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
