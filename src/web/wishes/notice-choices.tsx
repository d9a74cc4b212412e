// Lets the user choose which notices about wishes they get. Each checkbox is saved as soon as it is pressed.
import type { Reply } from '#contract/endpoint.ts';
import { changePreferences, showSettings } from '#contract/profile.ts';
import { TOLD_BY, type WishKind } from '#domain/wish.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Banner } from '../ui/states.tsx';
import { WhenLoaded } from '../lists/when-loaded.tsx';

type Preferences = Reply<typeof changePreferences>;

const KINDS: { kind: WishKind; words: string }[] = [
  { kind: 'stock', words: 'A card you wish for is on sale, or packs come in that can hold it' },
  { kind: 'back', words: 'A pack you wait for is back in stock' },
  { kind: 'price', words: 'A market value crosses the line that you set' },
];

export function NoticeChoices() {
  const settings = useAsk(showSettings, {});
  return (
    <WhenLoaded list={settings} what="choices">
      {({ preferences }) => <Choices saved={preferences} />}
    </WhenLoaded>
  );
}

function Choices({ saved }: { saved: Preferences }) {
  // The requests run one after the other, so that the last press of a checkbox decides its value.
  const change = useDo(changePreferences, { scope: 'preferences', untilFresh: true });
  const [pressed, setPressed] = useState<Partial<Preferences>>({});
  const shown = { ...saved, ...pressed };
  const box = (name: keyof Preferences, label: string) => (
    <Checkbox
      label={label}
      checked={shown[name] === true}
      onChange={({ target }) => {
        const changes = { [name]: target.checked };
        setPressed({ ...pressed, ...changes });
        change.mutate(changes, { onError: () => setPressed({}) });
      }}
    />
  );
  return (
    <div className="grid gap-5">
      {KINDS.map(({ kind, words }) => (
        <fieldset key={kind}>
          <legend className="mb-2 text-small font-[560]">{words}</legend>
          <div className="flex flex-wrap gap-x-8 gap-y-3">
            {box(TOLD_BY[kind].shop, 'Notice in the shop')}
            {box(TOLD_BY[kind].mail, 'Mail')}
          </div>
        </fieldset>
      ))}
      {!shown.emailNotifications && (
        <p className="text-small text-text-2">
          You have switched mails off, so none of these is sent. They are in{' '}
          <Link to="/my-account" className="link">
            My account
          </Link>
          , under Preferences.
        </p>
      )}
      {change.isError && <Banner title="Not saved">{messageOf(change.error)}</Banner>}
    </div>
  );
}
