// The panel with one dispute, beside the list of disputes. It shows the state, the shop's evidence, and what an admin
// can do with the account.
import {
  exportDisputeEvidence,
  liftDisputePause,
  showDispute,
  writeOffDebt,
  type Dispute,
} from '#contract/disputes-admin.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Drawer, DrawerSection, DetailList } from '../../admin-kit/drawer.tsx';
import { POLL_MS } from '../../admin-kit/listing.ts';
import { ReasonForm } from '../../admin-kit/reason-form.tsx';
import { saveTextFile } from '../../admin-kit/save-text.ts';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { StatusBadge } from '../../catalogue/status-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { showToast } from '../../ui/toast.tsx';
import { wordsOf } from '../../ui/words-of.ts';
import { DisputeStateBadge, canStillRespond, PAUSE_WORDS } from './dispute-words.tsx';

export function DisputeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const dispute = useAsk(showDispute, { id }, { refetchInterval: POLL_MS });
  return (
    <Drawer title={`Dispute ${id.slice(0, 8)}`} what="dispute" query={dispute} onClose={onClose}>
      {(found) => <DisputeDetail dispute={found} />}
    </Drawer>
  );
}

function moment(at: Date | null): string {
  return at === null ? '–' : formatMoment(at);
}

function DisputeDetail({ dispute }: { dispute: Dispute }) {
  const { evidence } = dispute;
  return (
    <div className="grid gap-6">
      <DetailList
        details={[
          ['At the provider', dispute.providerId],
          ['State', <DisputeStateBadge key="state" state={dispute.state} />],
          ['Amount', formatCad(dispute.amount)],
          ['Reason', wordsOf(dispute.reason)],
          ['Raised', formatMoment(dispute.raisedAt)],
          ...(canStillRespond(dispute.state)
            ? [['Evidence due', moment(dispute.evidenceDueAt)] as const]
            : [['Decided', moment(dispute.decidedAt)] as const]),
          ['Provider’s fee', feeWords(dispute)],
          ...(dispute.state === 'lost' ? [['Still owed', formatCad(dispute.debt)] as const] : []),
        ]}
      />
      <SaveEvidence id={dispute.id} />
      <Account dispute={dispute} />
      <DrawerSection title="Payment">
        <DetailList
          details={[
            ['For', dispute.description],
            ['Payment ID', evidence.payment.intentId],
            ['Amount', formatCad(evidence.payment.amount)],
            ['Made', formatMoment(evidence.payment.paidAt)],
          ]}
        />
      </DrawerSection>
      {evidence.packs.length > 0 && <Packs packs={evidence.packs} />}
      {evidence.shipments.length > 0 && (
        <DrawerSection title="Parcels">
          <Lines
            lines={evidence.shipments.map((parcel) => ({
              key: parcel.id,
              text: `${parcel.address ?? 'Address erased'} · ${parcel.status}`,
              note:
                parcel.trackingNumber === null
                  ? moment(parcel.requestedAt)
                  : `${parcel.carrier} ${parcel.trackingNumber}`,
            }))}
          />
        </DrawerSection>
      )}
      <DrawerSection title="Sign-ins">
        <Lines
          lines={evidence.signIns.map((one) => ({
            key: one.at.toISOString(),
            text: `${one.ip} · ${one.userAgent}`,
            note: formatMoment(one.at),
          }))}
        />
      </DrawerSection>
      {evidence.entries.length > 0 && (
        <DrawerSection title="Actions by operators">
          <Lines
            lines={evidence.entries.map((entry) => ({
              key: `${entry.at.toISOString()} ${entry.action}`,
              text: `${entry.action.replaceAll('_', ' ')} · ${entry.subject}`,
              note: formatMoment(entry.at),
            }))}
          />
        </DrawerSection>
      )}
    </div>
  );
}

function Account({ dispute }: { dispute: Dispute }) {
  const { account } = dispute.evidence;
  return (
    <DrawerSection title="Account">
      <DetailList
        details={[
          ['E-mail', <Owner key="owner" dispute={dispute} />],
          ['Buying', dispute.accountPause === null ? 'Allowed' : PAUSE_WORDS[dispute.accountPause]],
          ['Owes', formatCad(dispute.accountDebt)],
          ['Name', account.fullName ?? '–'],
          ['Address', account.address ?? '–'],
          ['Opened', formatMoment(account.createdAt)],
          ['E-mail verified', moment(account.emailVerifiedAt)],
          ['Other payments', `${account.otherPayments} by card, undisputed`],
        ]}
      />
      <Acts dispute={dispute} />
    </DrawerSection>
  );
}

function Packs({ packs }: { packs: Dispute['evidence']['packs'] }) {
  return (
    <DrawerSection title="Packs">
      <ul className="grid gap-4 text-small">
        {packs.map((pack) => (
          <li key={pack.id} className="grid gap-1.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{pack.name}</span>
              <span className="text-text-2">
                {pack.openedAt === null ? 'Sealed' : `Opened ${formatMoment(pack.openedAt)}`}
              </span>
            </p>
            {pack.cards.map((card) => (
              <p key={card.id} className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="min-w-0 break-words">
                  {card.name} <span className="text-text-2">{formatCad(card.marketValue)}</span>
                </span>
                <StatusBadge status={card.status} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}

function feeWords({ fee, feeReturned }: Dispute): string {
  if (fee === 0) return '–';
  if (feeReturned === 0) return formatCad(fee);
  const returned = feeReturned === fee ? '' : `${formatCad(feeReturned)} `;
  return `${formatCad(fee)}, ${returned}returned`;
}

function Owner({ dispute }: { dispute: Dispute }) {
  return (
    <Link to="/admin/transactions" search={{ user: dispute.user.id }} className="link hit-44">
      {dispute.user.email}
    </Link>
  );
}

function Lines({ lines }: { lines: { key: string; text: string; note: ReactNode }[] }) {
  return (
    <ul className="grid gap-2 text-small">
      {lines.map((line) => (
        <li key={line.key} className="grid">
          <span className="break-words">{line.text}</span>
          <span className="text-text-2">{line.note}</span>
        </li>
      ))}
    </ul>
  );
}

function SaveEvidence({ id }: { id: string }) {
  const evidence = useDo(exportDisputeEvidence);
  const { savedAs, file } = exportDisputeEvidence;
  const save = () =>
    evidence.mutate(
      { id },
      {
        onSuccess: (text) => saveTextFile(text, savedAs, file),
        onError: (error) =>
          showToast({ kind: 'error', title: 'Nothing was saved', text: messageOf(error) }),
      },
    );
  return (
    <div>
      <Button variant="secondary" busy={evidence.isPending} onClick={save}>
        Save evidence for the bank
      </Button>
    </div>
  );
}

/** What an admin can do with the buyer's account. The bank alone decides about the disputed payment itself. */
function Acts({ dispute }: { dispute: Dispute }) {
  const [asked, setAsked] = useState<'lift' | 'write off' | null>(null);
  const done = (title: string) => ({
    onSuccess: () => {
      setAsked(null);
      showToast({ kind: 'success', title });
    },
  });
  const lift = useDo(liftDisputePause, done('The account may buy again'));
  const writeOff = useDo(writeOffDebt, done('The debt is written off'));
  const isLiftable = dispute.state === 'open' && dispute.pauseLiftedAt === null;
  const { accountDebt: owed } = dispute;
  if (asked === 'lift' && isLiftable) {
    return (
      <div className="mt-4">
        <ReasonForm
          label="Let the account buy again"
          text="The account may buy, sell and ship again. Packs and cards of this payment stay locked until the bank decides."
          busy={lift.isPending}
          error={lift.error}
          onSubmit={(reason) => lift.mutate({ id: dispute.id, reason })}
          onCancel={() => setAsked(null)}
        />
      </div>
    );
  }
  if (asked === 'write off' && owed > 0) {
    return (
      <div className="mt-4">
        <ReasonForm
          label={`Write off ${formatCad(owed)}`}
          text="The account no longer owes anything and may buy again. The shop bears the loss. This can’t be undone."
          variant="danger-filled"
          busy={writeOff.isPending}
          error={writeOff.error}
          onSubmit={(reason) => writeOff.mutate({ id: dispute.id, reason })}
          onCancel={() => setAsked(null)}
        />
      </div>
    );
  }
  if (!isLiftable && owed === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {isLiftable && (
        <Button variant="secondary" onClick={() => setAsked('lift')}>
          Let the account buy again
        </Button>
      )}
      {owed > 0 && (
        <Button variant="danger" onClick={() => setAsked('write off')}>
          Write off {formatCad(owed)}
        </Button>
      )}
    </div>
  );
}
