// Preferences about what the shop does automatically. Each switch is saved as soon as it is pressed.
import type { Reply } from '#contract/endpoint.ts';
import { changePreferences, changeSettings, showSettings } from '#contract/profile.ts';
import { formatCad, toCents, type Cents } from '#domain/money.ts';
import { decimalOf, parseCad } from '#domain/decimals.ts';
import { Link } from '@tanstack/react-router';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { FavouriteGames } from '../accounts/favourite-games.tsx';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { openingWay } from '../opening/opening-way.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { Select } from '../ui/select.tsx';
import { Banner, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

type Settings = Reply<typeof showSettings>;
type Preferences = Reply<typeof changePreferences>;

export function PreferencesPanel() {
  const settings = useAsk(showSettings, {});
  return (
    <FoldingPanel title="Preferences">
      {settings.data ? (
        <Preferences settings={settings.data} />
      ) : settings.isError ? (
        <ErrorState
          title="Your preferences could not be loaded"
          text={messageOf(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <Loading text="Loading preferences...">
          <Skeleton className="mt-4 h-40" />
        </Loading>
      )}
    </FoldingPanel>
  );
}

function Preferences({ settings }: { settings: Settings }) {
  // The requests run one after the other, so that the last press of a switch decides its value.
  const change = useDo(changePreferences, { scope: 'preferences', untilFresh: true });
  // The switches that the user has pressed. A press changes the switch at once. If the server refuses the change, the
  // switch goes back.
  const [pressed, setPressed] = useState<Partial<Preferences>>({});
  const shown = { ...settings.preferences, ...pressed };

  const toggle = (changes: Partial<Preferences>) => {
    setPressed({ ...pressed, ...changes });
    change.mutate(changes, { onError: () => setPressed({}) });
  };

  return (
    <div className="grid gap-6">
      <Switch
        label="Mail me about my cards and orders"
        isOn={shown.emailNotifications}
        onToggle={(emailNotifications) => toggle({ emailNotifications })}
      >
        Codes, receipts and warnings about your account are always sent.
      </Switch>
      {shown.emailNotifications && (
        <div className="grid gap-3 pl-8">
          <Checkbox
            label="About the packs that I open"
            checked={shown.openingMails}
            onChange={({ target }) => toggle({ openingMails: target.checked })}
          />
          <Checkbox
            label="About where my parcels are"
            checked={shown.parcelMails}
            onChange={({ target }) => toggle({ parcelMails: target.checked })}
          />
          <p className="text-small text-text-2">
            <Link to="/notices" hash="choices" className="link">
              About my wishes
            </Link>
            : on a page of their own
          </p>
        </div>
      )}
      <Switch
        label="Pack recommendations"
        isOn={shown.packRecommendations}
        onToggle={(packRecommendations) => toggle({ packRecommendations })}
      >
        Packs that you have not bought yet, on the home page, your favourite games first.
      </Switch>
      <Switch
        label="Convert expired cards to credits"
        isOn={shown.autoConvertExpiredCards}
        onToggle={(autoConvertExpiredCards) => toggle({ autoConvertExpiredCards })}
      >
        {shown.autoConvertExpiredCards
          ? 'On: a card that you neither sell nor ship within 30 days becomes credits, at 50% of its market value that day.'
          : 'Off: a card that you neither sell nor ship within 30 days is locked. It stays yours, but can be sold or shipped again only after we have released it for 30 more days, or it is converted by us.'}
      </Switch>
      <WayToOpen />
      <FavouriteGames
        chosen={shown.preferredCategories}
        onChange={(preferredCategories) => toggle({ preferredCategories })}
      />
      {change.isError && <Banner title="Not saved">{messageOf(change.error)}</Banner>}
      <Threshold saved={settings.settings.autoShipThreshold} />
    </div>
  );
}

const WAYS = [
  { value: 'system', label: 'Ask me each time' },
  { value: 'tear', label: 'Tear them open' },
  { value: 'list', label: 'Show all' },
] as const;

/** How packs paid with credits are opened. Unlike the other preferences, only this browser stores it. */
function WayToOpen() {
  const chosen = openingWay.useChosen();
  return (
    <div className="max-w-sm">
      <Select
        label="Opening packs, in this browser"
        value={chosen}
        options={WAYS}
        onChange={({ target }) =>
          openingWay.choose(WAYS.find(({ value }) => value === target.value)!.value)
        }
      />
    </div>
  );
}

function Switch({
  label,
  isOn,
  onToggle,
  children,
}: {
  label: string;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <Checkbox
        label={label}
        checked={isOn}
        onChange={({ target }) => onToggle(target.checked)}
        aria-describedby={id}
        className="font-[560]"
      />
      <p id={id} className="pl-8 text-small text-text-2">
        {children}
      </p>
    </div>
  );
}

const THRESHOLD_MAX = toCents(100_000_000);

/** Converts "49.99" to cents and "" to null. Returns undefined for an invalid amount. */
function readThreshold(text: string): Cents | null | undefined {
  const written = text.trim();
  if (written === '') return null;
  const amount = parseCad(written.replace(',', '.'));
  return amount === null || amount > THRESHOLD_MAX ? undefined : amount;
}

function Threshold({ saved }: { saved: Cents | null }) {
  const [text, setText] = useState(saved === null ? '' : String(decimalOf(saved)));
  const [isChecked, setChecked] = useState(false);
  const change = useDo(changeSettings, { untilFresh: true });
  const threshold = readThreshold(text);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (threshold === undefined) {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    if (change.isPending) return;
    change.mutate(
      { autoShipThreshold: threshold },
      {
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: 'Threshold saved',
            text:
              threshold === null
                ? 'Reminders list your cards by date.'
                : `Reminders list cards from ${formatCad(threshold)} first.`,
          }),
      },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="flex items-start gap-3">
        <Field
          label="Auto-ship threshold (CAD)"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChecked(false);
          }}
          hint="Reminders list cards of this market value or more first, with a link to ship them. Nothing is shipped by itself. Empty: no such list."
          error={
            isChecked && threshold === undefined
              ? 'Please enter an amount such as 49.99, or leave it empty'
              : undefined
          }
          className="max-w-md flex-1"
        />
        <Button type="submit" variant="secondary" busy={change.isPending} className="mt-6.75">
          Save<span className="sr-only"> threshold</span>
        </Button>
      </div>
      {change.isError && <Banner title="Not saved">{messageOf(change.error)}</Banner>}
    </form>
  );
}
