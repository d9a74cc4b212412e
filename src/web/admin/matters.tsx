// Lists everything that waits for an operator's decision. Renders nothing if nothing waits.
import { listMoneyQuestions } from '#contract/card-payments-admin.ts';
import { listHeldParcels } from '#contract/shipping-holds.ts';
import { useRef } from 'react';
import { POLL_MS } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import {
  FailedRefundMatter,
  MoneyQuestionMatter,
} from '../card-payments/admin/money-questions.tsx';
import { HeldParcelMatter, PlaceQuestionMatter } from '../shipping/admin/held-parcels.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { HomeQuestionMatter } from './home-question.tsx';

export function Matters() {
  const { data: money } = useAsk(listMoneyQuestions, {}, { refetchInterval: POLL_MS });
  const { data: held } = useAsk(listHeldParcels, {}, { refetchInterval: POLL_MS });
  // When a resolved item disappears, the focus moves to this heading. When the last item disappears, so does this
  // heading, and the focus moves to the heading of the page.
  const heading = useRef<HTMLHeadingElement>(null);
  const fallback = useFocusFallback(
    () => heading.current ?? document.querySelector<HTMLElement>('main h1'),
  );
  const matters = [
    ...(held?.parcels ?? []).map((one) => <HeldParcelMatter key={one.shipmentId} held={one} />),
    ...(held?.places ?? []).map((one) => <PlaceQuestionMatter key={one.id} question={one} />),
    ...(held?.homes ?? []).map((one) => <HomeQuestionMatter key={one.user.id} question={one} />),
    ...(money?.failedRefunds ?? []).map((one) => <FailedRefundMatter key={one.id} refund={one} />),
    ...(money?.questions ?? []).map((one) => <MoneyQuestionMatter key={one.id} question={one} />),
  ];
  if (matters.length === 0) return null;
  return (
    <section aria-labelledby="to-look-into" {...fallback}>
      <h2 ref={heading} tabIndex={-1} id="to-look-into" className="mb-4 text-h3">
        To look into
      </h2>
      <ul className="grid gap-3">{matters}</ul>
    </section>
  );
}
