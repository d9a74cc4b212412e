// The part of My account where users limit their own spending and opening, or take a break from buying.
import {
  raiseLimit,
  setLimits,
  showLimits,
  takeBreak,
  type ShownLimits,
} from '#contract/profile-limits.ts';
import { BREAK_KINDS, BREAK_WORDS, isExclusion, type BreakKind } from '#domain/break.ts';
import { decimalText, parseCad } from '#domain/decimals.ts';
import { LIMIT_KINDS, type LimitKind } from '#domain/own-limits.ts';
import { formatCad, toCents, type Cents } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { formatDay, formatMoment } from '../ui/moments.ts';
import { Select } from '../ui/select.tsx';
import { Banner, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

const LABELS: Record<LimitKind, string> = {
  day: 'Money in 24 hours, CAD',
  week: 'Money in 7 days, CAD',
  month: 'Money in 30 days, CAD',
  packs: 'Packs opened in 24 hours',
};

export function LimitsPanel() {
  const limits = useAsk(showLimits, {});
  return (
    <FoldingPanel title="Limits and breaks" anchor="limits">
      {limits.data ? (
        <>
          <Limits shown={limits.data} />
          <Breaks current={limits.data.break} />
          <p className="mt-5 text-small">
            <Link to="/helplines" className="link hit-44">
              Somebody to talk to
            </Link>
          </p>
        </>
      ) : limits.isError ? (
        <Banner>{messageOf(limits.error)}</Banner>
      ) : (
        <Skeleton className="h-40" />
      )}
    </FoldingPanel>
  );
}

function Limits({ shown }: { shown: ShownLimits }) {
  return (
    <>
      <p className="mb-4 text-small text-text-2">
        Card payments for packs and credits count. A lower limit holds at once. A higher one needs
        your second yes, 24 to 72 hours later.
      </p>
      <ul className="grid gap-4 sm:grid-cols-2">
        {LIMIT_KINDS.map((kind) => (
          <li key={kind}>
            <Limit kind={kind} {...shown[kind]} />
          </li>
        ))}
      </ul>
    </>
  );
}

type LimitProps = { kind: LimitKind } & ShownLimits[LimitKind];

function Limit({ kind, limit, used, raise }: LimitProps) {
  const written = limit === null ? '' : kind === 'packs' ? String(limit) : decimalText(limit);
  const [typed, setTyped] = useState<string | null>(null);
  const set = useDo(setLimits, { retry: false, onSuccess: () => setTyped(null) });
  const confirm = useDo(raiseLimit, { retry: false });
  const text = (typed ?? written).trim();
  const amount = kind === 'packs' ? parsePacks(text) : parseCad(text);
  const isWrong = amount === null && text !== '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) set.mutate({ [kind]: amount });
      }}
      className="grid gap-2 text-small"
    >
      <Field
        label={LABELS[kind]}
        value={typed ?? written}
        placeholder="No limit"
        inputMode={kind === 'packs' ? 'numeric' : 'decimal'}
        onChange={(event) => setTyped(event.target.value)}
        {...(isWrong && { error: 'Please enter a number, or nothing for no limit' })}
      />
      <p className="text-text-2">{wordsOf(kind, used)} so far.</p>
      {typed !== null && (
        <Button variant="secondary" size="small" type="submit" busy={set.isPending}>
          Save<span className="sr-only">: {LABELS[kind]}</span>
        </Button>
      )}
      {raise !== null && (
        <div className="grid gap-2">
          <p>
            You asked for {raise.to === null ? 'no limit' : wordsOf(kind, raise.to)}. Say yes once
            more between {formatMoment(raise.from)} and {formatMoment(raise.until)}.
          </p>
          <Button
            variant="secondary"
            size="small"
            busy={confirm.isPending}
            onClick={() => confirm.mutate({ kind })}
          >
            Yes, raise it<span className="sr-only">: {LABELS[kind]}</span>
          </Button>
        </div>
      )}
      {(set.isError || confirm.isError) && <Banner>{messageOf(set.error ?? confirm.error)}</Banner>}
    </form>
  );
}

function parsePacks(text: string): number | null {
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

function wordsOf(kind: LimitKind, amount: Cents | number): string {
  if (kind !== 'packs') return formatCad(toCents(amount));
  return amount === 1 ? '1 pack' : `${amount} packs`;
}

function Breaks({ current }: { current: ShownLimits['break'] }) {
  const [kind, setKind] = useState<BreakKind>('day');
  const [isAsking, setAsking] = useState(false);
  const take = useDo(takeBreak, {
    retry: false,
    onSuccess: () => {
      setAsking(false);
      showToast({ kind: 'success', title: 'Your break has begun' });
    },
  });
  return (
    <div className="mt-6 grid gap-3 border-t border-line pt-5 text-small">
      {current !== null && (
        <Banner title="We sell you nothing">
          {current.endsAt === null
            ? 'As you asked, for ever.'
            : `As you asked, until ${formatDay(current.endsAt)}.`}{' '}
          What you own stays yours.
        </Banner>
      )}
      <p className="text-text-2">
        {current === null
          ? 'We can sell you nothing for a while. Nobody can end that early, we neither.'
          : 'You can make your break longer.'}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="How long"
          value={kind}
          options={BREAK_KINDS.map((value) => ({ value, label: BREAK_WORDS[value] }))}
          onChange={(event) => setKind(event.target.value as BreakKind)}
        />
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Sell me nothing
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={`Buy nothing: ${BREAK_WORDS[kind]}?`}
          text={
            isExclusion(kind)
              ? 'Nobody can end it early. It holds for your other accounts too, and if you leave and come back. You can still open, sell, ship and return what you own.'
              : 'Nobody can end it early. You can still open, sell and ship what you own.'
          }
          confirm="Sell me nothing"
          busy={take.isPending}
          problem={take.error && { text: messageOf(take.error) }}
          onConfirm={() => take.mutate({ kind })}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
