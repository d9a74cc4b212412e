// Records the sales in a file from another shop. The operator first sees a preview with the problem of each line.
import {
  previewSalesElsewhere,
  sellElsewhere,
  type SaleLine,
} from '#contract/singles-elsewhere.ts';
import type { Reply } from '#contract/endpoint.ts';
import { formatCad } from '#domain/money.ts';
import { useRef, useState } from 'react';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/count-of.ts';
import { Field } from '../../ui/field.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Banner } from '../../ui/states.tsx';

type Chosen = { fileName: string; shop: string; file: string };

export function SalesFromElsewhere({ shops }: { shops: string[] }) {
  const [shop, setShop] = useState(shops[0] ?? '');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const preview = useDo(previewSalesElsewhere);
  const sell = useDo(sellElsewhere);
  const choose = async (file: File) => {
    sell.reset();
    const next = { fileName: file.name, shop: shop.trim(), file: await file.text() };
    setChosen(next);
    preview.mutate({ shop: next.shop, file: next.file });
  };
  const isBusy = preview.isPending || sell.isPending;
  return (
    <Panel title="Sales there">
      <p className="mb-4 max-w-[64ch] text-small text-text-2">
        The exported CSV with its last three columns filled in, or Shopify’s export of orders. Lines
        without a sale are skipped, and the same file twice changes nothing. Nothing happens until
        you have seen the preview.
      </p>
      <div className="grid gap-4">
        <Field
          label="Sold in"
          value={shop}
          maxLength={60}
          autoComplete="off"
          className="max-w-[320px]"
          onChange={({ target }) => setShop(target.value)}
        />
        <input
          ref={input}
          type="file"
          aria-label="File of sales"
          accept=".csv,.tsv,.txt,text/csv"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Clears the input. Otherwise the browser would report no change when the operator chooses the corrected
            // file again.
            target.value = '';
            if (file) void choose(file);
          }}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="secondary"
            disabled={isBusy || shop.trim() === ''}
            onClick={() => input.current?.click()}
          >
            {chosen === null ? 'Choose a file' : 'Choose another file'}
          </Button>
          {chosen !== null && (
            <span className="min-w-0 text-small break-all">{chosen.fileName}</span>
          )}
        </div>
        {/* A live region, so that screen readers announce the result. */}
        <div aria-live="polite" className="grid gap-4">
          {preview.isPending && <p className="text-text-2">Checking the file…</p>}
          {preview.isError && (
            <Banner title="The file could not be checked">{messageOf(preview.error)}</Banner>
          )}
          {sell.isError && <Banner title="Nothing was taken in">{messageOf(sell.error)}</Banner>}
          {sell.isSuccess ? (
            <p className="font-[560]">
              {countOf(sell.data.sold, 'card')} sold for {formatCad(sell.data.brought)}.
              {sell.data.known > 0 && ` ${countOf(sell.data.known, 'sale')} taken in before.`}
            </p>
          ) : (
            preview.data !== undefined &&
            chosen !== null && (
              <Preview
                found={preview.data}
                isBusy={isBusy}
                onSell={() => sell.mutate({ shop: chosen.shop, file: chosen.file })}
              />
            )
          )}
        </div>
      </div>
    </Panel>
  );
}

const LINES_SHOWN = 20;

function Preview({
  found: { sales, brought, known, skipped, problems },
  isBusy,
  onSell,
}: {
  found: Reply<typeof previewSalesElsewhere>;
  isBusy: boolean;
  onSell: () => void;
}) {
  return (
    <>
      {sales.length > 0 && <Sales sales={sales} />}
      <p className="text-small text-text-2">
        {known > 0 && `${countOf(known, 'sale')} taken in before. `}
        {skipped > 0 && `${countOf(skipped, 'line')} about nothing that was sold. `}
        {sales.length === 0 && problems.length === 0 && 'There is no new sale in this file.'}
      </p>
      {problems.length > 0 ? (
        <>
          <Banner title={`${countOf(problems.length, 'line')} can’t be taken in`}>
            Nothing is taken in. Correct the file and choose it again.
          </Banner>
          <ul aria-label="Problems" className="grid gap-1.5 text-small">
            {problems.slice(0, LINES_SHOWN).map(({ line, problem }) => (
              <li key={`${line} ${problem}`} className="grid grid-cols-[84px_minmax(0,1fr)] gap-3">
                <span className="text-text-2 tabular-nums">Line {line}</span>
                <span className="break-words">{problem}</span>
              </li>
            ))}
          </ul>
          <More count={problems.length} />
        </>
      ) : (
        sales.length > 0 && (
          <div>
            <Button busy={isBusy} onClick={onSell}>
              Take in {countOf(sales.length, 'sale')} for {formatCad(brought)}
            </Button>
          </div>
        )
      )}
    </>
  );
}

function More({ count }: { count: number }) {
  if (count <= LINES_SHOWN) return null;
  return (
    <p className="text-small text-text-2">
      And {(count - LINES_SHOWN).toLocaleString('en-CA')} more.
    </p>
  );
}

function Sales({ sales }: { sales: SaleLine[] }) {
  return (
    <div>
      <ul aria-label="New sales" className="grid gap-2 text-small">
        {sales.slice(0, LINES_SHOWN).map((sale) => (
          <li
            key={sale.cardNumber}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2"
          >
            <span className="min-w-0 break-words">
              {sale.name} <span className="text-text-2">{sale.cardNumber}</span>
            </span>
            <span className="text-text-2">
              {sale.reference}, {formatMoment(sale.soldAt)}
            </span>
            <span className="tabular-nums">{formatCad(sale.brought)}</span>
          </li>
        ))}
      </ul>
      <More count={sales.length} />
    </div>
  );
}
