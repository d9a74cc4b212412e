// What operators have to look into about money: refunds that failed, and what the books and the card
// provider don't agree on. Nothing stands here as long as there is nothing.
import {
  closeMoneyQuestion,
  listMoneyQuestions,
  type FailedRefund,
  type MoneyQuestion,
} from '#contract/card-payments-admin.ts';
import { replaceRefund } from '#contract/wallet-admin.ts';
import { isAdmitted } from '#domain/access.ts';
import type { MoneyQuestionKind } from '#domain/money-question.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { LOOK_AGAIN_MS } from '../admin-kit/listing.ts';
import { providerWords } from '../admin-kit/provider-words.ts';
import { ReasonForm } from '../admin-kit/reason-form.tsx';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/moments.ts';
import { showToast } from '../ui/toast.tsx';

export function MoneyQuestions() {
  const { data } = useAsk(listMoneyQuestions, {}, { refetchInterval: LOOK_AGAIN_MS });
  if (data === undefined || data.failedRefunds.length + data.questions.length === 0) return null;
  return (
    <section aria-labelledby="money-questions">
      <h2 id="money-questions" className="mb-4 text-h3">
        To look into
      </h2>
      <ul className="grid gap-3">
        {data.failedRefunds.map((refund) => (
          <Failed key={refund.id} refund={refund} />
        ))}
        {data.questions.map((question) => (
          <Question key={question.id} question={question} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = {
  title: string;
  text: string;
  at: Date;
  user: { id: string; email: string } | null;
  orderId: string | null;
  children: ReactNode;
};

function Row({ title, text, at, user, orderId, children }: RowProps) {
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 text-small">
      <div>
        <p className="font-semibold">{title}</p>
        <p className="mt-1 break-words text-text-2">{text}</p>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-text-2">
        <span>{formatMoment(at)}</span>
        {user && (
          <Link to="/admin/transactions" search={{ user: user.id }} className="link hit-44">
            {user.email}
          </Link>
        )}
        {orderId !== null && (
          <Link to="/admin/orders" search={{ id: orderId }} className="link hit-44">
            Order {orderId.slice(0, 8)}
          </Link>
        )}
      </p>
      {children}
    </li>
  );
}

function Failed({ refund }: { refund: FailedRefund }) {
  const me = useVisitor();
  const [method, setMethod] = useState<'card' | 'credits' | null>(null);
  const replace = useDo(replaceRefund);
  const pay = (reason: string) =>
    replace.mutate(
      { id: refund.id, method: method!, reason },
      {
        onSuccess: ({ amount, status }) =>
          showToast(
            status === 'failed'
              ? { kind: 'error', title: 'The refund failed again' }
              : {
                  kind: 'success',
                  title: status === 'completed' ? 'Refund paid' : 'Refund started',
                  text: formatCad(amount),
                },
          ),
      },
    );
  return (
    <Row
      title={`A refund of ${formatCad(refund.amount)} failed`}
      text={
        refund.problem === null
          ? 'The card provider gave no reason.'
          : providerWords(refund.problem)
      }
      at={refund.failedAt}
      user={refund.user}
      orderId={refund.orderId}
    >
      {me && isAdmitted(me.role, 'admin') && method === null && (
        <div className="flex flex-wrap gap-3">
          <Button size="small" look="secondary" onClick={() => setMethod('card')}>
            Pay to the card again
          </Button>
          {refund.canBeCredited && (
            <Button size="small" look="secondary" onClick={() => setMethod('credits')}>
              Pay in credits
            </Button>
          )}
        </div>
      )}
      {method !== null && (
        <ReasonForm
          label={method === 'card' ? 'Pay to the card' : 'Pay in credits'}
          text={
            method === 'card'
              ? `${formatCad(refund.amount)} goes to the same card again.`
              : `Its owner gets ${formatCad(refund.amount)} in credits instead. This can't be undone.`
          }
          failed="Nothing was paid"
          busy={replace.isPending}
          error={replace.error}
          onSubmit={pay}
          onCancel={() => setMethod(null)}
        />
      )}
    </Row>
  );
}

const QUESTION_WORDS: Record<MoneyQuestionKind, (question: MoneyQuestion) => [string, string]> = {
  refund_uncovered: ({ amount }) => [
    `${formatCad(amount)} went back for nothing`,
    'It was refunded outside the shop, and is not the price of any packs, credits or shipping that could be taken back.',
  ],
  not_in_books: ({ amount, subject }) => [
    `${formatCad(amount)} at the card provider is not in the books`,
    subject,
  ],
  not_at_provider: ({ booked, amount, subject }) => [
    `${formatCad(booked ?? amount)} in the books is not at the card provider`,
    subject,
  ],
  amounts_differ: ({ amount, booked, subject }) => [
    `The card provider has ${formatCad(amount)} where the books have ${formatCad(booked ?? amount)}`,
    subject,
  ],
  other_currency: ({ subject }) => [
    'The card provider has something that is not in CAD, and the books do not have it',
    subject,
  ],
};

function Question({ question }: { question: MoneyQuestion }) {
  const me = useVisitor();
  const [isClosing, setClosing] = useState(false);
  const close = useDo(closeMoneyQuestion);
  const [title, text] = QUESTION_WORDS[question.kind](question);
  return (
    <Row
      title={title}
      text={text}
      at={question.foundAt}
      user={question.user}
      orderId={question.orderId}
    >
      {me && isAdmitted(me.role, 'admin') && !isClosing && (
        <div>
          <Button size="small" look="secondary" onClick={() => setClosing(true)}>
            Close
          </Button>
        </div>
      )}
      {isClosing && (
        <ReasonForm
          label="Close"
          text="Say what came out: it stays in the audit log."
          failed="It is not closed"
          busy={close.isPending}
          error={close.error}
          onSubmit={(note) => close.mutate({ id: question.id, note })}
          onCancel={() => setClosing(false)}
        />
      )}
    </Row>
  );
}
