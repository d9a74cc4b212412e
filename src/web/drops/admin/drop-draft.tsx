// The second step of a new drop: a preview of its packs. The components of the pack page render it.
import { discardDrop, type showAdminDrop } from '#contract/drops-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import { formatCad } from '#domain/money.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { FactsPanel } from '../../catalogue/facts-panel.tsx';
import { PotentialHits } from '../../catalogue/potential-hits.tsx';
import { countOf } from '../../ui/count-of.ts';

type Shown = Reply<typeof showAdminDrop>;

export function DropDraft({ shown }: { shown: Shown }) {
  const { drop, succeeds, asSold } = shown;
  return (
    <div className="grid gap-6">
      <p className="max-w-[64ch]">
        {countOf(drop.packs, 'pack')} are set aside{asSold && ` at ${formatCad(asSold.price)} each`}
        .
        {succeeds !== null &&
          ` With the ${countOf(succeeds.left, 'pack')} that drop ${succeeds.number} has left now, buyers will see this:`}
        {succeeds === null && ' Buyers will see this:'}
      </p>
      {drop.publishesAt && (
        <Banner tone="brand">
          It is published by itself at {formatMoment(drop.publishesAt)}.{' '}
          <Link to="/pack/$packId/drop-night" params={{ packId: drop.packTypeId }} className="link">
            Its page for everybody
          </Link>
        </Banner>
      )}
      {asSold && (
        <>
          <FactsPanel pack={asSold} />
          {asSold.potentialHitsCards.length > 0 && (
            <Panel title="Potential hits">
              <PotentialHits pack={asSold} shows="rarity" />
            </Panel>
          )}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Link
          to="/admin/drops/$dropId/publish"
          params={{ dropId: drop.id }}
          className={buttonClass()}
        >
          Continue
        </Link>
        <Discard shown={shown} />
      </div>
    </div>
  );
}

function Discard({ shown: { drop } }: { shown: Shown }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const discard = useDo(discardDrop);
  return (
    <>
      <Button variant="danger" onClick={() => setAsked(true)}>
        Discard draft
      </Button>
      {isAsked && (
        <Confirm
          title="Discard this draft?"
          text={`Its ${countOf(drop.packs, 'pack')} become loose again. Nothing has been published.`}
          confirm="Discard"
          busy={discard.isPending}
          problem={discard.error && { text: messageOf(discard.error) }}
          onCancel={() => setAsked(false)}
          onConfirm={() =>
            discard.mutate(
              { id: drop.id },
              {
                onSuccess: () => {
                  setAsked(false);
                  showToast({ kind: 'success', title: 'Draft discarded' });
                  void navigate({ to: '/admin/drops' });
                },
              },
            )
          }
        />
      )}
    </>
  );
}

/** Says that the drop is no longer a draft, and therefore can't be published again. */
export function NoDraft({ shown: { drop } }: { shown: Shown }) {
  return (
    <Banner tone="brand" title="This drop is no longer a draft">
      <Link to="/admin/drops/$dropId" params={{ dropId: drop.id }} className="link hit-44">
        View the drop
      </Link>
    </Banner>
  );
}
