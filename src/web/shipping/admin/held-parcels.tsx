// What an operator must check: held parcels, and signs that a buyer lives where the shop does not sell.
import { showAdminShipment } from '#contract/shipping-admin.ts';
import {
  answerPlaceQuestion,
  releaseParcel,
  type HeldParcel,
  type PlaceQuestion,
} from '#contract/shipping-holds.ts';
import type { PlaceQuestionKind } from '#domain/place-question.ts';
import { RISK_WORDS } from '#domain/risk.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { WhenMay } from '../../admin-kit/when-may.tsx';
import { placeName } from '../../accounts/countries.ts';
import { useMay } from '../../admin-kit/use-may.ts';
import { ReasonForm } from '../../admin-kit/reason-form.tsx';
import { useDo } from '../../api/do.ts';
import { MatterRow } from '../../card-payments/admin/money-questions.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { shortId } from './shipping-words.ts';

export function HeldParcelMatter({ held }: { held: HeldParcel }) {
  const [isOpen, setOpen] = useState(false);
  const release = useDo(releaseParcel);
  return (
    <MatterRow
      title={`Parcel ${shortId(held.shipmentId)} waits for a look`}
      text={held.reasons.map((one) => RISK_WORDS[one]).join(' ')}
      note={`Its owner was told: by ${formatMoment(held.checkBy)}. To send nothing, cancel the parcel.`}
      at={held.heldAt}
      user={held.user}
      orderId={null}
    >
      <div className="flex flex-wrap items-center gap-3">
        <WhenMay call={showAdminShipment}>
          <Link to="/admin/shipping" search={{ id: held.shipmentId }} className="link hit-44">
            View the parcel
          </Link>
        </WhenMay>
        {!isOpen && (
          <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
            Release
          </Button>
        )}
      </div>
      {isOpen && (
        <ReasonForm
          label="Release"
          text="The parcel can be packed and sent. Say what you found; it is kept in the audit log."
          failed="It is not released"
          busy={release.isPending}
          error={release.error}
          onSubmit={(reason) => release.mutate({ id: held.shipmentId, reason })}
          onCancel={() => setOpen(false)}
        />
      )}
    </MatterRow>
  );
}

const SIGNS: Record<PlaceQuestionKind, (place: string) => string> = {
  card: (place) => `A card that was issued in ${place} paid for this account.`,
  parcel: (place) => `A first parcel of this account goes to ${place}.`,
};

export function PlaceQuestionMatter({ question }: { question: PlaceQuestion }) {
  const mayDecide = useMay(answerPlaceQuestion);
  const [isOpen, setOpen] = useState(false);
  const decide = useDo(answerPlaceQuestion);
  return (
    <MatterRow
      title="Where does this buyer live?"
      text={`${SIGNS[question.kind](placeName(question.region))} We don’t sell there. Nothing is sold to the account until you answer; what it owns is not held.`}
      at={question.foundAt}
      user={question.user}
      orderId={null}
    >
      {mayDecide && !isOpen && (
        <div>
          <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
            They may buy
          </Button>
        </div>
      )}
      {isOpen && (
        <ReasonForm
          label="Let them buy"
          text="Say why they don’t live there. It is kept in the audit log."
          failed="It is not answered"
          busy={decide.isPending}
          error={decide.error}
          onSubmit={(note) => decide.mutate({ id: question.id, note })}
          onCancel={() => setOpen(false)}
        />
      )}
    </MatterRow>
  );
}
