// Shows how much of the balance was bought and how much was earned, with a button that gives back bought credits that
// are unspent.
import { returnCredits, showCreditParts, type CreditParts } from '#contract/wallet-credits.ts';
import { formatCad, ZERO } from '#domain/money.ts';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';
import { showToast } from '../ui/toast.tsx';

/** Renders nothing while the balance is empty. */
export function UnspentCredits() {
  const { data: parts } = useAsk(showCreditParts, {});
  if (parts === undefined || parts.bought + parts.earned === 0) return null;
  return (
    <Panel title="Your credits">
      <dl className="grid gap-2.5 text-small">
        <Part label="Bought" amount={parts.bought} />
        <Part label="Earned or given, spent first" amount={parts.earned} />
      </dl>
      {parts.bought > 0 && <GiveBack parts={parts} />}
    </Panel>
  );
}

function Part({ label, amount }: { label: string; amount: CreditParts['bought'] }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-text-2">{label}</dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  );
}

const GIVE_BACK = 'Give back unspent credits';
const ASK = 'Ask for unspent credits';

function GiveBack({ parts }: { parts: CreditParts }) {
  const [isOpen, setOpen] = useState(false);
  const back = useDo(returnCredits, {
    onSuccess: () => {
      setOpen(false);
      showToast(
        parts.way === 'open'
          ? {
              kind: 'success',
              title: 'Your credits go back',
              text: `${formatCad(parts.toCards.total)} goes back to the card within about 3 days.`,
            }
          : { kind: 'success', title: 'Asked', text: 'We write to you when we have decided.' },
      );
    },
  });
  const label = parts.way === 'open' ? GIVE_BACK : ASK;
  return (
    <>
      <p className="mt-4 text-small text-text-2">{parts.message}</p>
      {parts.way !== 'closed' && (
        <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      {isOpen && (
        <Confirm
          title={`${label}?`}
          text={parts.way === 'open' ? textOf(parts) : parts.message}
          confirm={parts.way === 'open' ? 'Give back' : 'Ask'}
          variant="primary"
          busy={back.isPending}
          problem={back.error && { title: 'Nothing was changed', text: messageOf(back.error) }}
          onConfirm={() =>
            back.mutate({ amount: parts.way === 'open' ? parts.toCards.total : undefined })
          }
          onCancel={() => {
            back.reset();
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function textOf({ toCards: { credits, fees, gifts, total }, cardless }: CreditParts): string {
  return [
    `${formatCad(credits)} leaves your balance, and ${formatCad(total)} goes back to the card that paid${fees > ZERO ? `, ${formatCad(fees)} of it in fees` : ''}.`,
    gifts > ZERO && `What we gave you for these credits, ${formatCad(gifts)}, leaves it too.`,
    cardless > ZERO && `No card stands behind ${formatCad(cardless)}: ask for them afterwards.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}
