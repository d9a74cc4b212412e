// The first step of a new drop: the operator chooses the packs, and the shop sets them aside. Nothing is final before
// the third step.
import { draftDrop, listLoosePacks } from '#contract/drops-admin.ts';
import { listTypesOfStock } from '#contract/stock-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { DropSteps } from './drop-steps.tsx';
import { DROP_RULES } from './drop-words.tsx';
import { countOf } from '../../ui/count-of.ts';

export const screen = createLazyRoute('/admin/drops/new')({ component: NewDropPage });

const FEWEST = 20;
const MOST = 9000;

function NewDropPage() {
  const { packType } = screen.useSearch();
  const navigate = useNavigate();
  const types = useAsk(listTypesOfStock, {});
  const chosen = packType ?? '';
  const loose = useAsk(listLoosePacks, chosen === '' ? null : { packTypeId: chosen });
  return (
    <DropSteps title="New drop" at={1}>
      <Panel title="Choose packs">
        <ul className="mb-5 grid max-w-[64ch] list-disc gap-1 pl-5 text-small text-text-2">
          {DROP_RULES.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <Select
          label="Pack type"
          className="max-w-105"
          value={chosen}
          onChange={({ target }) =>
            void navigate({
              to: '/admin/drops/new',
              search: target.value === '' ? {} : { packType: target.value },
              replace: true,
              resetScroll: false,
            })
          }
          options={[
            { value: '', label: 'Choose a pack type' },
            ...(types.data?.packTypes ?? []).map((type) => ({ value: type.id, label: type.name })),
          ]}
        />
        {chosen !== '' && (
          <div className="mt-5">
            <WhenLoaded list={loose} what="loose packs">
              {(found) => <Choice key={chosen} packTypeId={chosen} loose={found} />}
            </WhenLoaded>
          </div>
        )}
      </Panel>
    </DropSteps>
  );
}

type Loose = Reply<typeof listLoosePacks>;

/** Says why no drop can be made of these packs at the moment. Renders nothing if a drop is possible. */
function Obstacle({ loose: { packs, draft, living } }: { loose: Loose }) {
  if (draft !== null) {
    return (
      <Banner tone="warn" title="There is already a draft for this type">
        <Link to="/admin/drops/$dropId" params={{ dropId: draft }} className="link hit-44">
          Continue with the draft
        </Link>
        {', or discard it there.'}
      </Banner>
    );
  }
  if (packs < FEWEST) {
    const missing = countOf(FEWEST - packs, 'pack');
    return (
      <Banner tone="warn" title={`${countOf(packs, 'pack')} loose`}>
        {living === null
          ? `A drop holds at least ${FEWEST}. Take in ${missing} more, or sell these loose.`
          : `A new drop adds at least ${FEWEST} packs to what is left of drop ${living.number}. Take in ${missing} more.`}
      </Banner>
    );
  }
  return null;
}

function Choice({ packTypeId, loose }: { packTypeId: string; loose: Loose }) {
  const hasObstacle = loose.draft !== null || loose.packs < FEWEST;
  return (
    <div className="grid gap-5">
      {/* A live region, so that screen readers announce the obstacle after the operator chooses another pack type. */}
      <div aria-live="polite" className="empty:hidden">
        <Obstacle loose={loose} />
      </div>
      {loose.living !== null && <Living living={loose.living} />}
      {!hasObstacle && <ChoiceForm packTypeId={packTypeId} loose={loose} />}
    </div>
  );
}

function Living({ living }: { living: NonNullable<Loose['living']> }) {
  return (
    <p className="max-w-[64ch] text-small text-text-2">
      Drop {living.number} of this type is{' '}
      {living.state === 'published' ? 'published and has to go on sale first' : 'on sale'}.
      Publishing the new one closes it, and its unsold packs move to the new one.
    </p>
  );
}

function ChoiceForm({ packTypeId, loose }: { packTypeId: string; loose: Loose }) {
  const navigate = useNavigate();
  const draft = useDo(draftDrop);
  const [intake, setIntake] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const from = loose.intakes.find((one) => one.from.toISOString() === intake);
  const most = Math.min(from?.packs ?? loose.packs, MOST);
  const packs = Number(typed ?? most);
  const isGood = Number.isInteger(packs) && packs >= FEWEST && packs <= most;
  const left = loose.packs - packs;
  const submit = () => {
    setChecked(true);
    if (!isGood || draft.isPending) return;
    const hour = 3_600_000;
    draft.mutate(
      {
        packTypeId,
        packs,
        ...(from && { receivedFrom: from.from, receivedTo: from.to }),
        // These times are placeholders, because the last step asks for the real times.
        opensAt: new Date(Date.now() + hour),
        closesBy: new Date(Date.now() + 30 * 24 * hour),
      },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/admin/drops/$dropId', params: { dropId: id } }),
      },
    );
  };
  return (
    <form
      noValidate
      aria-label="Packs of the drop"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
        if (!isGood) event.currentTarget.querySelector('input')?.focus();
      }}
      className="grid gap-5"
    >
      <Select
        label="Intake"
        className="max-w-105"
        value={intake}
        onChange={({ target }) => {
          setIntake(target.value);
          setTyped(null);
        }}
        options={[
          { value: '', label: `All intakes, ${countOf(loose.packs, 'pack')} loose` },
          ...loose.intakes.map((one) => ({
            value: one.from.toISOString(),
            label: `${formatMoment(one.from)}, ${countOf(one.packs, 'pack')} loose`,
          })),
        ]}
      />
      <Field
        label="How many packs"
        className="max-w-105"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(most)}
        onChange={({ target }) => setTyped(target.value)}
        hint="The packs that came in first are taken."
        error={
          isChecked && !isGood
            ? most < FEWEST
              ? `Only ${countOf(most, 'pack')} of this intake ${most === 1 ? 'is' : 'are'} loose, and a drop holds at least ${FEWEST}`
              : `Enter a whole number from ${FEWEST} to ${most.toLocaleString('en-CA')}`
            : undefined
        }
      />
      {isGood && left > 0 && left < FEWEST && (
        <p className="max-w-[64ch] text-small text-text-2">
          {countOf(left, 'pack')} {left === 1 ? 'stays' : 'stay'} loose. Because the odds of the
          drop are public, anyone can work out what so few packs hold. Leave none, or at least{' '}
          {FEWEST}.
        </p>
      )}
      {draft.error && <Banner title="The draft was not created">{messageOf(draft.error)}</Banner>}
      <div>
        <Button type="submit" busy={draft.isPending}>
          Set packs aside
        </Button>
      </div>
    </form>
  );
}
