// Uploads the shop's own logo and icon. Each upload saves a new version of the settings at once.
import { putLogo, removeLogo, type ShownSettings } from '#contract/storefront-admin.ts';
import { formOfLogo, LOGOS, type LogoKind } from '#domain/shop-settings.ts';
import { useRef, useState } from 'react';
import { readPictureFile } from '../../catalogue/admin/picture-file.ts';
import { messageOf } from '../../api/messages.ts';
import { useDo } from '../../api/do.ts';
import { Button } from '../../ui/button.tsx';
import { FileInput, PICTURE_FILES } from '../../ui/file-input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';

const NAMES: Record<LogoKind, { name: string; hint: string; width: number }> = {
  light: { name: 'Logo on a light background', hint: 'In the header, and in mails', width: 320 },
  dark: {
    name: 'Logo on a dark background',
    hint: 'If missing, the one for light backgrounds',
    width: 320,
  },
  icon: { name: 'Icon', hint: 'Square, 512 pixels or more: tabs and home screens', width: 180 },
};

export function Logos({ logos }: Pick<ShownSettings['settings'], 'logos'>) {
  return (
    <Panel title="Logo and icon">
      <p className="mb-4 text-small text-text-2">
        JPEG, PNG or WebP. Uploads take effect at once; save what you have typed below first.
      </p>
      <ul className="grid gap-5">
        {LOGOS.map((kind) => (
          <Logo
            key={kind}
            kind={kind}
            picture={logos[kind]}
            instead={kind === 'icon' ? null : (logos.light ?? logos.dark)}
          />
        ))}
      </ul>
    </Panel>
  );
}

function Shown({ kind, picture }: { kind: LogoKind; picture: string | null }) {
  return (
    <div
      data-theme={kind === 'dark' ? 'dark' : 'light'}
      className="grid h-20 place-items-center rounded-card border border-line bg-bg p-3"
    >
      {picture === null ? (
        <span className="text-small text-text-2">The default mark</span>
      ) : (
        <img
          src={`/pictures/${picture}-${NAMES[kind].width}.webp`}
          alt=""
          className="h-14 w-full object-contain"
        />
      )}
    </div>
  );
}

type LogoProps = {
  kind: LogoKind;
  picture: string | null;
  /** The picture that is used until one is uploaded. Null if that is the built-in mark. */
  instead: string | null;
};

function Logo({ kind, picture, instead }: LogoProps) {
  const { name, hint } = NAMES[kind];
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const put = useDo(putLogo, { untilFresh: true });
  const remove = useDo(removeLogo, { untilFresh: true });
  const choose = async (chosen: File) => {
    const read = await readPictureFile(chosen, formOfLogo(kind));
    setProblem('problem' in read ? read.problem : null);
    if ('problem' in read) return;
    put.mutate(
      { logo: kind, picture: read.picture },
      {
        onSuccess: () => showToast({ kind: 'success', title: 'Uploaded' }),
        onError: (error) => setProblem(messageOf(error)),
      },
    );
  };
  return (
    <li className="grid gap-3 sm:grid-cols-[180px_minmax(0,1fr)] sm:items-center">
      <Shown kind={kind} picture={picture ?? instead} />
      <div className="grid gap-2">
        <p>
          <span className="font-[560]">{name}</span>
          <span className="block text-small text-text-2">{hint}</span>
        </p>
        <FileInput
          ref={file}
          label={`${name}: file`}
          accept={PICTURE_FILES}
          onChoose={([chosen]) => void choose(chosen)}
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" busy={put.isPending} onClick={() => file.current?.click()}>
            {picture === null ? 'Upload' : 'Change'}
            <span className="sr-only"> {name}</span>
          </Button>
          {picture !== null && (
            <Button
              variant="ghost"
              busy={remove.isPending}
              onClick={() =>
                remove.mutate({ logo: kind }, { onError: (error) => setProblem(messageOf(error)) })
              }
            >
              Remove
              <span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
        {problem !== null && <Banner>{problem}</Banner>}
      </div>
    </li>
  );
}
