// The page with the shop's settings, such as name, colour, contact, and the sender of mails.
import {
  saveShopSettings,
  showShopSettings,
  type ShownSettings,
} from '#contract/storefront-admin.ts';
import { colourProblem, hexOfShade, THEMES, tokensOf } from '#domain/brand-colour.ts';
import {
  COLOUR_FORM,
  FIGURES,
  SOCIAL_SITES,
  type Figure,
  type SocialSite,
} from '#domain/shop-settings.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { FormField } from '../../admin-kit/form-field.tsx';
import { useVersion, VersionForm } from '../../admin-kit/version-form.tsx';
import { useConfig } from '../../accounts/config.ts';
import { useAsk } from '../../api/ask.ts';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { settingsOf, typedOf, type FormOf } from './settings-form.ts';
import { Logos } from './settings-logos.tsx';
import { AgeFields, SellerFields } from './settings-lawful.tsx';

export const screen = createLazyRoute('/admin/settings')({ component: SettingsPage });

function SettingsPage() {
  const shown = useAsk(showShopSettings, {}, { refetchOnWindowFocus: false });
  return (
    <AdminFrame title="Settings">
      <WhenLoaded list={shown} what="settings">
        {(found) => (
          // Each version has a form of its own, so that edits of an older version never overwrite a newer version.
          <div className="grid max-w-3xl gap-6">
            <Logos logos={found.settings.logos} />
            <SettingsForm key={found.version} shown={found} onReload={() => shown.refetch()} />
          </div>
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

const SITE_NAMES: Record<SocialSite, string> = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  discord: 'Discord',
};

const FIGURE_NAMES: Record<Figure, string> = {
  packsOpened: 'Packs opened, from',
  cardsShipped: 'Cards shipped, from',
  packsInStock: 'Sealed packs in stock, from',
};

function SettingsForm({
  shown: { version, settings, madeAt },
  onReload,
}: {
  shown: ShownSettings;
  onReload: () => Promise<unknown>;
}) {
  const saving = useVersion(saveShopSettings, 'settings');
  const form = useEndpointForm(saveShopSettings, {
    start: typedOf(settings),
    requestOf: (typed) => ({ ...settingsOf(typed), version }),
    // If an error is about a part of a field, the field shows it.
    fieldOf: (path) => path.slice(0, 2),
    send: saving.save,
  });
  const fields = { form };
  return (
    <VersionForm
      version={saving}
      onSubmit={form.submit}
      onReload={onReload}
      note={
        madeAt === null
          ? 'No settings have been saved yet: these are the defaults of a new shop.'
          : `Saved ${formatMoment(madeAt)}; earlier receipts keep what they say.`
      }
    >
      <Identity {...fields} />
      <Contact {...fields} />
      <SellerFields {...fields} />
      <AgeFields {...fields} />
      <Mails {...fields} />
      <Wording {...fields} />
      <Figures {...fields} />
    </VersionForm>
  );
}

function Identity({ form }: FormOf) {
  const { control, setValue } = form;
  const colour = useWatch({ control, name: 'colour' }).trim().toLowerCase();
  const isColour = COLOUR_FORM.test(colour);
  const problem = isColour ? colourProblem(colour) : null;
  return (
    <Panel title="Name and colour">
      <div className="grid gap-5">
        <FormField
          form={form}
          name="name"
          label="Shop name"
          hint="On every page, mail, receipt and slip"
        />
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <FormField
            form={form}
            name="colour"
            label="Brand colour"
            hint="Buttons, links and the stage; everything else follows from it"
            problem={problem}
            spellCheck={false}
            aside={
              <input
                type="color"
                aria-label="Choose the brand colour"
                value={isColour ? colour : '#000000'}
                onChange={({ target }) =>
                  setValue('colour', target.value, { shouldDirty: true, shouldTouch: true })
                }
                className="-my-1 h-7 w-11 cursor-pointer rounded-control border border-line-strong bg-surface p-0.5"
              />
            }
          />
          {isColour && problem === null && <Samples colour={colour} />}
        </div>
      </div>
    </Panel>
  );
}

/** A preview of a button and a link in both themes. */
function Samples({ colour }: { colour: string }) {
  const tokens = tokensOf(colour);
  return (
    <div aria-hidden="true" className="flex gap-3 sm:pt-6">
      {THEMES.map((theme) => {
        const of = (name: keyof typeof tokens) => hexOfShade(tokens[name][theme]);
        return (
          <div
            key={theme}
            className="grid content-start gap-2 rounded-card border border-line p-3"
            style={{ background: of('bg'), color: of('text') }}
          >
            <span
              className="rounded-control px-3 py-1.5 text-small font-semibold"
              style={{ background: of('brand'), color: of('on-brand') }}
            >
              Buy now
            </span>
            <span className="text-small underline" style={{ color: of('brand') }}>
              A link
            </span>
          </div>
        );
      })}
    </div>
  );
}

function Contact({ form }: FormOf) {
  return (
    <Panel title="Contact">
      <div className="grid gap-5">
        <FormField
          form={form}
          name="contactEmail"
          label="Contact e-mail"
          type="email"
          inputMode="email"
        />
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-3 text-small text-text-2">
            Social links. Those left empty are not shown.
          </legend>
          {SOCIAL_SITES.map((site) => (
            <FormField
              key={site}
              form={form}
              name={`social.${site}`}
              label={SITE_NAMES[site]}
              type="url"
              inputMode="url"
              placeholder="https://"
            />
          ))}
        </fieldset>
      </div>
    </Panel>
  );
}

function Mails({ form }: FormOf) {
  return (
    <Panel title="Mail sender">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="mailFrom.name"
          label="Sender’s name"
          hint="If left empty, the shop’s name"
        />
        <FormField
          form={form}
          name="mailFrom.address"
          label="Sender’s address"
          hint="If left empty, the contact e-mail. Your mail server has to accept it."
          type="email"
          inputMode="email"
        />
      </div>
    </Panel>
  );
}

function Wording({ form }: FormOf) {
  const { register } = form;
  return (
    <Panel title="Amounts and footer">
      <div className="grid gap-5">
        <Checkbox
          {...register('writesCurrency')}
          label="Write CAD in front of amounts (otherwise a dollar sign; the currency stays CAD)"
        />
        <FormField
          form={form}
          name="firstYear"
          label="First copyright year"
          inputMode="numeric"
          className="max-w-50"
        />
      </div>
    </Panel>
  );
}

function Figures({ form }: FormOf) {
  const isDemo = useConfig()?.demo === true;
  return (
    <Panel title="Figures on About">
      <p className="mb-4 text-small text-text-2">
        Counted from the ledger. Each is shown once it reaches the number given here, and never if
        there is none.{isDemo && ' This demo shows samples in their place, and says so.'}
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        {FIGURES.map((figure) => (
          <FormField
            key={figure}
            form={form}
            name={`figureFloors.${figure}`}
            label={FIGURE_NAMES[figure]}
            inputMode="numeric"
          />
        ))}
      </div>
    </Panel>
  );
}
