// The operators' page about opening the shop. Each line is a condition that a production shop must meet before it
// charges cards.
import {
  confirmOpeningCode,
  mailOpeningCode,
  showShopOpening,
  testWebhook,
  type ShownOpening,
} from '#contract/storefront-opening.ts';
import { OPENING_TITLES, SIGNED_LINES, type OpeningLine } from '#domain/leave-to-open.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { POLL_SOON_MS } from '../../admin-kit/listing.ts';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CODE_LENGTH, CodeField } from '../../ui/code-field.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { SignLine } from './opening-signatures.tsx';

export const screen = createLazyRoute('/admin/opening')({ component: OpeningPage });

function OpeningPage() {
  const opening = useAsk(showShopOpening, {}, { refetchInterval: POLL_SOON_MS });
  return (
    <AdminFrame title="Opening">
      <WhenLoaded list={opening} what="opening">
        {(shown) => (
          <div className="grid max-w-4xl gap-6">
            <State opening={shown} />
            <Lines title="What the shop proves" lines={linesOf(shown, false)} shown={shown} />
            <Lines title="What operators sign" lines={linesOf(shown, true)} shown={shown} />
          </div>
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

const isSigned = (line: OpeningLine) => SIGNED_LINES.some((signed) => signed === line);

function linesOf({ lines }: ShownOpening, signed: boolean): ShownOpening['lines'] {
  return lines.filter(({ line }) => isSigned(line) === signed);
}

function State({ opening: { state, openedAt, lines } }: { opening: ShownOpening }) {
  const missing = lines.filter(({ problem }) => problem !== null).length;
  if (state === 'not_asked') {
    return (
      <Banner tone="brand" title="Only a production shop is asked">
        This shop charges no real cards, so it needs none of these lines.
      </Banner>
    );
  }
  if (state === 'closed') {
    return (
      <Banner tone="warn" title="The shop charges no cards yet">
        {missing === 0
          ? 'All lines stand. It opens within a minute.'
          : `It opens by itself once all lines stand; ${missing} of ${lines.length} are missing. Until then it sells for credits alone.`}
      </Banner>
    );
  }
  return (
    <Banner
      tone={missing === 0 ? 'brand' : 'warn'}
      title={`The shop is open${openedAt === null ? '' : ` since ${formatMoment(openedAt)}`}`}
    >
      {missing === 0
        ? 'All lines stand.'
        : 'It stays open. Admins get a mail every day until all lines stand again.'}
    </Banner>
  );
}

/** The page on which an operator can meet the condition of a line, if there is such a page. */
const PAGES: Partial<Record<OpeningLine, { to: string; label: string }>> = {
  places: { to: '/admin/places', label: 'Places' },
  ages: { to: '/admin/settings', label: 'Settings' },
  taxes: { to: '/admin/taxes', label: 'Taxes' },
  texts: { to: '/admin/texts', label: 'Texts' },
  seller: { to: '/admin/settings', label: 'Settings' },
  second_factors: { to: '/admin/users', label: 'Users' },
  sources: { to: '/admin/texts', label: 'Texts' },
};

function Lines({
  title,
  lines,
  shown,
}: {
  title: string;
  lines: ShownOpening['lines'];
  shown: ShownOpening;
}) {
  return (
    <Panel title={title}>
      <ul className="grid">
        {lines.map(({ line, problem }) => (
          <li
            key={line}
            className="grid gap-2 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0"
          >
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <h3 className="font-[560]">{OPENING_TITLES[line]}</h3>
              <Badge tone={problem === null ? 'brand' : 'warn'}>
                {problem === null ? 'Stands' : 'Missing'}
              </Badge>
            </div>
            {problem !== null && <Problem line={line} problem={problem} />}
            <Act line={line} isMissing={problem !== null} shown={shown} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Problem({ line, problem }: { line: OpeningLine; problem: string }) {
  const page = PAGES[line];
  return (
    <p className="text-small text-text-2">
      {problem}
      {page !== undefined && (
        <>
          {' '}
          <Link to={page.to} className="link">
            {page.label}
          </Link>
        </>
      )}
    </p>
  );
}

type ActProps = { line: OpeningLine; isMissing: boolean; shown: ShownOpening };

function Act({ line, isMissing, shown }: ActProps): ReactNode {
  const signed = SIGNED_LINES.find((one) => one === line);
  if (signed !== undefined) return <SignLine line={signed} shown={shown} />;
  if (line === 'mail' && isMissing) return <ProveMail />;
  if (line === 'webhook' && isMissing) return <TestWebhook />;
  return null;
}

/** Mails a code to the operator. By typing the code here, the operator proves that mails arrive. */
function ProveMail() {
  const [code, setCode] = useState('');
  const send = useDo(mailOpeningCode);
  const prove = useDo(confirmOpeningCode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === CODE_LENGTH) {
      prove.mutate(
        { code },
        { onSuccess: () => showToast({ kind: 'success', title: 'Mail arrives' }) },
      );
    }
  };
  const problem = send.error ?? prove.error;
  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-3">
      {send.isSuccess && <CodeField label="Code from the mail" value={code} onChange={setCode} />}
      {problem !== null && <Banner>{messageOf(problem)}</Banner>}
      <div className="flex flex-wrap gap-2">
        {send.isSuccess && (
          <Button type="submit" busy={prove.isPending} disabled={code.length < CODE_LENGTH}>
            Confirm the code
          </Button>
        )}
        <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate({})}>
          {send.isSuccess ? 'Mail another code' : 'Mail me a code'}
        </Button>
      </div>
    </form>
  );
}

function TestWebhook() {
  const test = useDo(testWebhook);
  return (
    <div className="grid max-w-[65ch] gap-3">
      {test.isError && <Banner>{messageOf(test.error)}</Banner>}
      {test.isSuccess && (
        <output className="text-small text-text-2">
          The card provider was asked. If nothing arrives within a minute, its webhook has another
          address or another secret.
        </output>
      )}
      <div>
        <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate({})}>
          Ask the card provider for an event
        </Button>
      </div>
    </div>
  );
}
