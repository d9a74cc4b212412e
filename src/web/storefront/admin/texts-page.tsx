// The page on which operators write texts that replace the product's texts. Each text has a preview and a list of its
// earlier versions.
import {
  previewText,
  saveText,
  showAdminText,
  showTextVersion,
  textProblem,
  type AdminText,
  type ShownText,
} from '#contract/storefront-texts.ts';
import { isLegal, SHOP_TEXTS, TEXT_KEYS, TEXT_WORDS } from '#domain/shop-texts.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useId, useState, type FormEvent } from 'react';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { useVersion, VersionForm } from '../../admin-kit/version-form.tsx';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/messages.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, FieldFrame, messageId } from '../../ui/field.tsx';
import { inputClass } from '../../ui/input-class.ts';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Banner } from '../../ui/states.tsx';
import { Written } from '../../ui/written.tsx';

export const screen = createLazyRoute('/admin/texts')({ component: TextsPage });

function TextsPage() {
  const { text: key = TEXT_KEYS[0] } = screen.useSearch();
  const text = useAsk(showAdminText, { key }, { refetchOnWindowFocus: false });
  return (
    <AdminFrame title="Texts">
      <nav aria-label="Texts" className="mb-6 flex flex-wrap gap-2">
        {TEXT_KEYS.map((one) => (
          <Link
            key={one}
            to="/admin/texts"
            search={one === TEXT_KEYS[0] ? {} : { text: one }}
            aria-current={one === key ? 'page' : undefined}
            className={`inline-flex min-h-11 items-center rounded-control border px-3 text-small font-[560] no-underline ${one === key ? 'border-brand bg-brand-soft text-on-brand-soft' : 'border-line text-text-2 hover:text-text'}`}
          >
            {SHOP_TEXTS[one].label}
          </Link>
        ))}
      </nav>
      <WhenLoaded list={text} what="text">
        {(found) => (
          // Each version has a form of its own, so that edits of an older version never overwrite a newer version.
          <TextForm
            key={`${found.key} ${found.version}`}
            text={found}
            onReload={() => text.refetch()}
          />
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

/** Formats an instant for a field with date and time, in the operator's time zone. Empty for null. */
function localOf(at: Date | null): string {
  if (at === null) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function instantOf(local: string): Date | null {
  return local === '' ? null : new Date(local);
}

function TextForm({ text, onReload }: { text: AdminText; onReload: () => Promise<unknown> }) {
  const { key, version } = text;
  const { form, hasDays } = SHOP_TEXTS[key];
  const id = useId();
  const [body, setBody] = useState(text.body);
  const [days, setDays] = useState<Days>([localOf(text.shownFrom), localOf(text.shownUntil)]);
  const [shown, setShown] = useState<ShownText | null>(null);
  const saving = useVersion(saveText, 'text');
  const preview = useDo(previewText);
  const wrong = textProblem(key, body);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (wrong !== null) return;
    const [shownFrom = null, shownUntil = null] = hasDays ? days.map(instantOf) : [];
    await saving.save({ key, version, body, shownFrom, shownUntil });
  };
  const variant = () =>
    preview.mutate({ key, body }, { onSuccess: setShown, onError: saving.refuse });

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid gap-5">
        <VersionForm
          version={saving}
          onSubmit={(event) => void submit(event)}
          onReload={onReload}
          more={
            <Button variant="secondary" busy={preview.isPending} onClick={variant}>
              Preview
            </Button>
          }
          className="grid gap-5"
        >
          <FieldFrame
            id={id}
            label={SHOP_TEXTS[key].label}
            hint={`Markdown. ${form === 'sections' ? 'A line that begins with ## is a heading, and what follows belongs to it. ' : ''}The shop replaces ${TEXT_WORDS.join(', ')} by its name, its contact and what sealed means here.`}
            error={wrong ?? undefined}
          >
            <textarea
              id={id}
              value={body}
              onChange={({ target }) => setBody(target.value)}
              rows={form === 'line' ? 3 : 18}
              aria-invalid={wrong === null ? undefined : true}
              aria-describedby={messageId(id)}
              className={`${inputClass} h-auto py-2.5 font-mono`}
            />
          </FieldFrame>
          {hasDays && <DayFields days={days} onChange={setDays} />}
        </VersionForm>
        {shown !== null && <Preview shown={shown} />}
      </div>
      <Versions text={text} onTake={setBody} />
    </div>
  );
}

type Days = readonly [from: string, until: string];

function DayFields({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const [from, until] = days;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Shown from"
        hint="Leave empty to show it immediately"
        type="datetime-local"
        value={from}
        onChange={({ target }) => onChange([target.value, until])}
      />
      <Field
        label="Shown until"
        hint="Leave empty to show it until you change it"
        type="datetime-local"
        value={until}
        onChange={({ target }) => onChange([from, target.value])}
      />
    </div>
  );
}

function Preview({ shown: { html, sections } }: { shown: ShownText }) {
  return (
    <Panel title="Preview">
      <div className="grid max-w-[65ch] gap-4" aria-live="polite">
        {html === '' && sections.length === 0 && (
          <p className="text-small text-text-2">Nothing would be shown.</p>
        )}
        <Written html={html} />
        {sections.map((section) => (
          <div key={section.title}>
            <h3 className="mb-1 text-h3">{section.title}</h3>
            <Written html={section.html} className="text-text-2" />
          </div>
        ))}
      </div>
    </Panel>
  );
}

function Versions({
  text: { key, version: newest, versions },
  onTake,
}: {
  text: AdminText;
  onTake: (body: string) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (version: number) => {
    setProblem(null);
    try {
      onTake((await call(showTextVersion, { key, version })).body);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Panel title="Versions">
      <ol className="grid gap-3">
        {versions.map(({ version, madeAt, madeBy }) => (
          <li key={version} className="flex items-center justify-between gap-x-3 text-small">
            <span className="min-w-0">
              <span className="font-semibold">
                {version > 0 ? `Version ${version}` : isLegal(key) ? 'Template' : 'Original'}
              </span>
              {version === newest && !(isLegal(key) && version === 0) && ' (shown)'}
              <span className="block break-words text-text-2">
                {madeAt !== null && formatMoment(madeAt)}
              </span>
              {madeBy !== null && (
                <span className="block break-words text-text-2">{madeBy.email}</span>
              )}
            </span>
            {version !== newest && (
              <Button variant="ghost" className="-mr-3 shrink-0" onClick={() => void take(version)}>
                Use
                <span className="sr-only"> version {version}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-3 text-small text-text-3">
        Using a version puts it into the field above; saving makes it the newest one.
      </p>
      {problem !== null && <Banner>{problem}</Banner>}
    </Panel>
  );
}
