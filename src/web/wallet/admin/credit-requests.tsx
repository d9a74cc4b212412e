// Lists the users' requests to give back bought credits that are unspent, oldest first. Renders nothing if there are no
// requests.
import {
  decideCreditRequest,
  listCreditRequests,
  type CreditRequest,
} from '#contract/wallet-credits.ts';
import { formatCad, ZERO } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../admin-kit/use-may.ts';
import { POLL_MS } from '../../admin-kit/listing.ts';
import { ReasonForm } from '../../admin-kit/reason-form.tsx';
import { ReferenceField } from '../../admin-kit/reference-field.tsx';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { showToast } from '../../ui/toast.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';

export function CreditRequests() {
  const { data } = useAsk(listCreditRequests, {}, { refetchInterval: POLL_MS });
  const fallback = useFocusFallback(() => document.querySelector<HTMLElement>('main h1'));
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby="credit-requests" {...fallback}>
      <h2 id="credit-requests" className="mb-4 text-h3">
        Credits asked back
      </h2>
      <ul className="grid gap-3">
        {data.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

type Decision = 'paid' | 'refused';

const WORDS: Record<Decision, { label: string; done: string }> = {
  paid: { label: 'Pay', done: 'Credits go back' },
  refused: { label: 'Refuse', done: 'Request refused' },
};

function Request({ request }: { request: CreditRequest }) {
  const mayDecide = useMay(decideCreditRequest);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [reference, setReference] = useState('');
  const decide = useDo(decideCreditRequest, {
    onSuccess: (_reply, { decision: made }) =>
      showToast({ kind: 'success', title: WORDS[made].done, text: request.user.email }),
  });
  const { id, user, askedAt, dueAt, toCards, cardless } = request;
  const needsReference = decision === 'paid' && cardless > ZERO;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 text-small">
      <p className="font-semibold">
        {formatCad(toCards)} to cards
        {cardless > ZERO && `, ${formatCad(cardless)} in another way`}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-text-2">
        <Link to="/admin/transactions" search={{ user: user.id }} className="link hit-44">
          {user.email}
        </Link>
        <span>Asked {formatMoment(askedAt)}</span>
        <span>Answer by {formatMoment(dueAt)}</span>
      </p>
      {mayDecide && decision === null && (
        <div className="flex flex-wrap gap-3">
          {(['paid', 'refused'] as const).map((one) => (
            <Button key={one} size="small" variant="secondary" onClick={() => setDecision(one)}>
              {WORDS[one].label}
            </Button>
          ))}
        </div>
      )}
      {decision !== null && (
        <ReasonForm
          label={WORDS[decision].label}
          text={
            decision === 'paid'
              ? "The credits leave the balance. Money for cards goes at once, other money you pay first. This can't be undone."
              : 'The user reads the reason in a mail, and can ask again.'
          }
          failed="Nothing was decided"
          busy={decide.isPending}
          error={decide.error}
          onSubmit={(reason) =>
            decide.mutate({ id, decision, reason, ...(needsReference && { reference }) })
          }
          onCancel={() => setDecision(null)}
        >
          {needsReference && <ReferenceField value={reference} onChange={setReference} />}
        </ReasonForm>
      )}
    </li>
  );
}
