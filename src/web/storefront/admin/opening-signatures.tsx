// Lets an operator sign a line of the opening with a document. Only the name and the hash of the document leave the
// browser (choice 870).
import { signOpeningLine, type ShownOpening } from '#contract/storefront-opening.ts';
import { ELSEWHERE, type SignedLine } from '#domain/leave-to-open.ts';
import { useRef, useState } from 'react';
import { placeName } from '../../accounts/countries.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { formatDay } from '../../ui/moments.ts';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';

type SignProps = { line: SignedLine; shown: ShownOpening };

const LABELS: Record<SignedLine, string> = {
  opinion: 'Sign the lawyer’s opinion',
  approval: 'Sign the processor’s approval',
  sources: 'Confirm this statement',
};

const coveredName = (place: string) => (place === ELSEWHERE ? 'Everywhere else' : placeName(place));

export function SignLine({ line, shown }: SignProps) {
  const sign = useDo(signOpeningLine, {
    onSuccess: () => showToast({ kind: 'success', title: 'Signed' }),
  });
  return (
    <div className="grid gap-3">
      {line === 'sources' ? (
        <SignSources shown={shown} sign={sign} />
      ) : (
        <SignDocument line={line} shown={shown} sign={sign} />
      )}
      {sign.isError && <Banner>{messageOf(sign.error)}</Banner>}
      <Signatures line={line} shown={shown} />
    </div>
  );
}

type Signing = ReturnType<typeof useDo<typeof signOpeningLine>>;

function SignSources({ shown: { sources }, sign }: { shown: ShownOpening; sign: Signing }) {
  return (
    <>
      <blockquote className="max-w-[65ch] border-l-2 border-line-strong pl-4 text-small whitespace-pre-line">
        {sources.body}
      </blockquote>
      <div>
        <Button
          variant="secondary"
          busy={sign.isPending}
          onClick={() =>
            sign.mutate({
              line: 'sources',
              document: 'About: where packs come from',
              sha256: sources.sha256,
              places: [],
            })
          }
        >
          {LABELS.sources}
        </Button>
      </div>
    </>
  );
}

type Chosen = { name: string; sha256: string };

function SignDocument({ line, shown: { openPlaces }, sign }: SignProps & { sign: Signing }) {
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [covered, setCovered] = useState<string[]>([]);
  const choose = async (given: File) => setChosen(await readDocument(given));
  const places = line === 'opinion' ? covered.filter((one) => openPlaces.includes(one)) : [];
  const isWhole = chosen !== null && (line !== 'opinion' || places.length > 0);
  return (
    <div className="grid gap-3">
      {line === 'opinion' && (
        <fieldset className="flex flex-wrap gap-x-6 gap-y-3">
          <legend className="mb-2 text-small text-text-2">Places that the opinion covers</legend>
          {openPlaces.map((region) => (
            <Checkbox
              key={region}
              label={coveredName(region)}
              checked={places.includes(region)}
              onChange={({ target }) =>
                setCovered(
                  target.checked ? [...covered, region] : covered.filter((one) => one !== region),
                )
              }
            />
          ))}
        </fieldset>
      )}
      <FileInput
        ref={file}
        label={`${LABELS[line]}: document`}
        onChoose={([given]) => void choose(given)}
      />
      {chosen !== null && (
        <p className="text-small text-text-2">
          <span className="font-semibold break-all">{chosen.name}</span>
          <span className="block break-all">SHA-256 {chosen.sha256}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => file.current?.click()}>
          {chosen === null ? 'Choose the document' : 'Choose another'}
          <span className="sr-only">: {LABELS[line]}</span>
        </Button>
        {chosen !== null && (
          <Button
            busy={sign.isPending}
            disabled={!isWhole}
            onClick={() =>
              sign.mutate(
                { line, document: chosen.name, sha256: chosen.sha256, places },
                { onSuccess: () => setChosen(null) },
              )
            }
          >
            {LABELS[line]}
          </Button>
        )}
      </div>
    </div>
  );
}

async function readDocument(file: File): Promise<Chosen> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return { name: file.name, sha256: digits.join('') };
}

function Signatures({ line, shown }: SignProps) {
  const signatures = shown.signatures.filter((one) => one.line === line);
  if (signatures.length === 0) return null;
  return (
    <ul className="grid gap-2 text-small text-text-2">
      {signatures.map(({ document, sha256, signedBy, signedAt, endsAt, places }) => (
        <li key={`${sha256} ${signedAt.toISOString()}`}>
          <span className="font-semibold break-all">{document}</span>
          {places.length > 0 && `, for ${places.map(coveredName).join('; ')}`}
          <span className="block break-words">
            Signed by {signedBy.email} on {formatDay(signedAt)}, until {formatDay(endsAt)}
          </span>
          <span className="block break-all text-text-3">SHA-256 {sha256}</span>
        </li>
      ))}
    </ul>
  );
}
