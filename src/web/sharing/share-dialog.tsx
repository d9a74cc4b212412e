// The dialog that shares a pull. It has a picture to save or send, and a public page that the user can end.
import { drawPull, endSharedPull, listSharedPulls, sharePull } from '#contract/sharing.ts';
import { PULL_PICTURES, type PullPicture } from '#domain/shared-pull.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { saveFile } from '../admin-kit/save-text.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Banner, ErrorState, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';

type ShareDialogProps = { cardId: string; name: string; onClose: () => void };

export function ShareDialog({ cardId, name, onClose }: ShareDialogProps) {
  const [form, setForm] = useState<PullPicture>('tall');
  const [withName, setWithName] = useState(false);
  return (
    <Dialog isOpen onClose={onClose} title={`Share ${name}`} width={560}>
      <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <legend className="sr-only">The picture</legend>
        {(['tall', 'wide'] as const).map((one) => (
          <label
            key={one}
            className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-small"
          >
            <input
              type="radio"
              name="form"
              checked={form === one}
              onChange={() => setForm(one)}
              className="radio"
            />
            {one === 'tall' ? 'Upright' : 'Wide'}
          </label>
        ))}
        <Checkbox
          label="With my username"
          checked={withName}
          onChange={({ target }) => setWithName(target.checked)}
        />
      </fieldset>
      <Picture cardId={cardId} name={name} form={form} withName={withName} />
      <PublicPage cardId={cardId} withName={withName} />
    </Dialog>
  );
}

type PictureProps = { cardId: string; name: string; form: PullPicture; withName: boolean };

function Picture({ cardId, name, form, withName }: PictureProps) {
  const drawn = useAsk(
    drawPull,
    { cardId, form, withName: withName ? 'true' : 'false' },
    // The picture is never refetched, because the same pull always gives the same picture.
    { staleTime: Infinity },
  );
  const picture = drawn.data as Blob | undefined;
  const file = useMemo(
    () => picture && new File([picture], `${fileNameOf(name)}.jpg`, { type: 'image/jpeg' }),
    [picture, name],
  );
  const address = useAddress(picture);
  const { width, height } = PULL_PICTURES[form];
  const canSend = file !== undefined && navigator.canShare?.({ files: [file] }) === true;

  const send = async () => {
    try {
      await navigator.share({ files: [file!], title: name });
    } catch (error) {
      // If the user closed the device's own share dialog, no error is shown.
      if ((error as Error).name === 'AbortError') return;
      showToast({
        kind: 'error',
        title: 'Not sent',
        text: 'Save the picture and send it from there.',
      });
    }
  };
  return (
    <>
      <div className="mt-3 grid place-items-center rounded-card border border-line bg-surface-2 p-3">
        {drawn.isError ? (
          <ErrorState
            title="The picture could not be drawn"
            text={messageOf(drawn.error)}
            onRetry={() => void drawn.refetch()}
          />
        ) : address === null ? (
          <div className="h-72 w-full" aria-busy="true">
            <p className="sr-only">Drawing the picture…</p>
            <Skeleton className="h-full w-full" />
          </div>
        ) : (
          <img
            src={address}
            width={width}
            height={height}
            alt={`${name}, with its rarity, its pack and the day`}
            className="h-72 w-auto max-w-full rounded-[3px] object-contain"
          />
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {canSend && <Button onClick={() => void send()}>Send…</Button>}
        <Button
          variant={canSend ? 'secondary' : 'primary'}
          disabled={file === undefined}
          onClick={() => saveFile(file!, file!.name)}
        >
          Save picture
        </Button>
      </div>
      <p className="mt-2 text-small text-text-2">
        Only you see it until you send it. The drawing is the shop’s own.
      </p>
    </>
  );
}

/** Returns the URL of a picture in memory, in a form that the content security policy allows. Null without one. */
function useAddress(picture: Blob | undefined): string | null {
  const [shown, setShown] = useState<{ picture: Blob; address: string } | null>(null);
  useEffect(() => {
    if (picture === undefined) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => setShown({ picture, address: reader.result as string }));
    reader.readAsDataURL(picture);
    return () => reader.abort();
  }, [picture]);
  return shown?.picture === picture ? (shown?.address ?? null) : null;
}

function fileNameOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'pull'
  );
}

function PageLink({ url, withName }: { url: string; withName: boolean }) {
  return (
    <p className="mt-3 text-small break-all">
      <a href={url} target="_blank" rel="noreferrer" className="link">
        {url}
      </a>
      {withName && <span className="text-text-2"> · with your username</span>}
    </p>
  );
}

function PublicPage({ cardId, withName }: { cardId: string; withName: boolean }) {
  const pages = useAsk(listSharedPulls, {});
  const share = useDo(sharePull, { untilFresh: true });
  const end = useDo(endSharedPull, { untilFresh: true });
  const page = pages.data?.find((one) => one.cardId === cardId);
  const failure = pages.error ?? share.error ?? end.error;
  const heading = useRef<HTMLHeadingElement>(null);
  const fallback = useFocusFallback(() => heading.current);
  return (
    <section {...fallback} aria-label="Public page" className="mt-5 border-t border-line pt-5">
      <h3 ref={heading} tabIndex={-1} className="text-body font-semibold">
        A page with a link
      </h3>
      <p className="mt-1 text-small text-text-2">
        {page
          ? 'Anyone with the link sees this pull until you end the page. It appears in no list and no search.'
          : 'Nothing is public until you make it so, and you can end the page at any time.'}
      </p>
      {page && <PageLink {...page} />}
      <div className="mt-3 flex flex-wrap gap-3">
        {page ? (
          <>
            <Button variant="secondary" onClick={() => void copyText(page.url, 'Link copied')}>
              Copy link
            </Button>
            {page.withName !== withName && (
              <Button
                variant="secondary"
                busy={share.isPending}
                onClick={() => share.mutate({ cardId, withName })}
              >
                {withName ? 'Show my username' : 'Hide my username'}
              </Button>
            )}
            <Button
              variant="danger"
              busy={end.isPending}
              onClick={() => end.mutate({ address: page.address })}
            >
              End the page
            </Button>
          </>
        ) : (
          <Button
            variant="secondary"
            busy={share.isPending}
            disabled={pages.data === undefined}
            onClick={() => share.mutate({ cardId, withName })}
          >
            Make a public page
          </Button>
        )}
      </div>
      <output className="sr-only">
        {share.isSuccess && page && 'The page is public.'}
        {end.isSuccess && !page && 'The page has ended.'}
      </output>
      {failure && (
        <div className="mt-3">
          <Banner title="That did not work">{messageOf(failure)}</Banner>
        </div>
      )}
    </section>
  );
}
