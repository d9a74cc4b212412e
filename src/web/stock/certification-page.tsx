// The page with the certification of one physical pack. It is for owners and for possible buyers.
import type { showCertification } from '#contract/stock.ts';
import type { Reply } from '#contract/endpoint.ts';
import { sealSentence } from '#domain/seal.ts';
import type { CertifiedState } from '#domain/stock.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFullTitle, useShopName } from '../accounts/config.ts';
import { messageOf } from '../api/messages.ts';
import { PackImage } from '../ui/art.tsx';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { dayInUtc } from '#domain/day-in-utc.ts';
import { Icon } from '../ui/icon.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { CertificationProof } from './certification-proof.tsx';
import { useCertification } from './certification-queries.ts';
import { usePackType } from '../catalogue/queries.ts';

export const screen = createLazyRoute('/verify/$physicalPackId')({
  component: VerifyPage,
  pendingComponent: VerifyPending,
  notFoundComponent: NotCertified,
});

function VerifyPage() {
  const { physicalPackId } = screen.useParams();
  const { data, error, refetch } = useCertification(physicalPackId);
  if (data !== undefined) return <Certification certified={data} />;
  if (error === null) return <VerifyPending />;
  return (
    <Frame>
      <ErrorState
        title="Failed to load this certification"
        text={messageOf(error)}
        onRetry={() => void refetch()}
      />
    </Frame>
  );
}

const STATUS_WORDS: Record<CertifiedState, { word: string; tone: BadgeTone; sentence: string }> = {
  in_stock: {
    word: 'In stock',
    tone: 'brand',
    sentence: 'It is sealed, and in our hands.',
  },
  sold: { word: 'Sold', tone: 'plain', sentence: 'It is sold, and still sealed.' },
  opened: { word: 'Opened', tone: 'plain', sentence: 'It was opened, once, by its buyer.' },
  withdrawn: { word: 'Withdrawn', tone: 'warn', sentence: 'We took it off sale.' },
};

/** Shown in place of a number that is secret until the pack is opened. */
const UNTOLD = 'Shown once the pack is opened';

function Certification({ certified }: { certified: Reply<typeof showCertification> }) {
  const { data: type } = usePackType(certified.packTypeId);
  const shop = useShopName();
  const status = STATUS_WORDS[certified.status];
  const details = [
    ['Certification number', certified.certificationNumber ?? UNTOLD],
    ['Serial', certified.serial ?? UNTOLD],
    ['Taken in', `${dayInUtc(certified.receivedAt)} (UTC)`],
    ['Pack id', certified.id],
  ] as const;
  return (
    <Frame>
      <div className="grid items-start gap-x-8 gap-y-6 rounded-card border border-line bg-surface p-5 sm:grid-cols-[140px_minmax(0,1fr)] sm:p-7">
        {type ? (
          <PackImage src={type.packImageUrl} alt="" eager className="w-28 sm:w-35" />
        ) : (
          <Skeleton className="h-44 w-28 sm:h-55 sm:w-35" />
        )}
        <div className="min-w-0">
          <p className="flex items-center gap-2 text-small font-semibold">
            <Icon name="shield" size={20} />
            Taken in by {shop}
          </p>
          <h2 className="mt-2 min-h-[1.2em] text-h2">
            {type && (
              <Link
                to="/pack/$packId"
                params={{ packId: type.id }}
                className="text-text no-underline hover:underline"
              >
                {type.name}
              </Link>
            )}
          </h2>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-text-2">
            <Badge tone={status.tone}>{status.word}</Badge>
            {status.sentence}
          </p>
          <dl className="mt-5 border-t border-line text-small">
            {details.map(([label, value]) => (
              <div
                key={label}
                className="grid gap-x-4 border-b border-line py-2.5 sm:grid-cols-[150px_minmax(0,1fr)]"
              >
                <dt className="text-text-2">{label}</dt>
                <dd className="min-w-0 font-[560] break-all">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-5 max-w-[60ch] text-small text-text-2">
            {certified.serial === null
              ? 'Serial and certification number are shown once this pack is opened or taken off sale. Somebody who knew what one serial holds could otherwise buy many packs and open only that one.'
              : 'Compare the number with the one on your pack.'}{' '}
            {sealSentence([certified.sealKind])} What it holds is fixed from then on.
          </p>
        </div>
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page max-w-[920px] pt-9 pb-16">
      <h1 className="text-[30px] leading-[1.08] md:text-h1">Pack certification</h1>
      <CertificationProof />
      {children}
    </div>
  );
}

function VerifyPending() {
  return (
    <Frame>
      <Loading text="Loading the certification…">
        <Skeleton className="mt-6 h-80 rounded-card" />
      </Loading>
    </Frame>
  );
}

function NotCertified() {
  const title = useFullTitle('Pack not found');
  return (
    <Frame>
      <title>{title}</title>
      <EmptyState
        title="No such pack"
        text="We have no pack with this id. Check that the address is complete."
        action={
          <Link to="/packs" className={buttonClass()}>
            See all packs
          </Link>
        }
      />
    </Frame>
  );
}
