// The receipt of a transaction, on the screen and on paper.
import { showReceipt, showReceiptPdf, type Receipt } from '#contract/wallet.ts';
import { DOCUMENT_WORDS } from '#domain/document.ts';
import { difference, formatCad, ZERO, type Cents } from '#domain/money.ts';
import { sellerLines } from '#domain/seller-lines.ts';
import { rowsOfTaxes } from '#domain/tax-lines.ts';
import { receiptColumn } from '#domain/transaction.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { saveFile } from '../admin-kit/save-text.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toast.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { LineText } from './line-text.tsx';
import { TransactionError } from './transaction-page.tsx';
import { methodWords } from './transaction-words.ts';
import { formatMoment } from '../ui/moments.ts';

export const screen = createLazyRoute('/transactions/$transactionId/receipt')({
  component: ReceiptPage,
});

function ReceiptPage() {
  const { transactionId } = screen.useParams();
  const receipt = useAsk(showReceipt, { id: transactionId });
  return (
    <div className="page pt-9 pb-20 print:p-0">
      <div className="mx-auto max-w-3xl">
        <Link
          to="/transactions/$transactionId"
          params={{ transactionId }}
          className="link inline-flex min-h-11 items-center gap-1.5 text-small font-[560] print:hidden"
        >
          <Icon name="left" size={16} />
          Transaction
        </Link>
        <div className="mt-3 mb-7 flex flex-wrap items-center justify-between gap-4">
          <h1 tabIndex={-1} className="text-h2 sm:text-h1">
            {wordOf(receipt.data)}
          </h1>
          {receipt.data && (
            <div className="flex gap-2 print:hidden">
              <PdfButton id={transactionId} number={receipt.data.document?.number} />
              <Button variant="secondary" onClick={() => print()}>
                Print
              </Button>
            </div>
          )}
        </div>
        {receipt.data ? (
          <>
            <Sheet receipt={receipt.data} />
            {receipt.data.type === 'pack_purchase' && (
              <p className="mt-4 text-small print:hidden">
                <Link to="/my-account" className="link hit-44">
                  The proofs of your packs are in My account
                </Link>
              </p>
            )}
          </>
        ) : receipt.isError ? (
          <TransactionError error={receipt.error} onRetry={() => void receipt.refetch()} />
        ) : (
          <Loading text="Loading receipt...">
            <Skeleton className="mt-6 h-80" />
          </Loading>
        )}
      </div>
    </div>
  );
}

/** Returns the name of the document: invoice, credit note or receipt. */
const wordOf = (receipt: Receipt | undefined) =>
  receipt?.document ? DOCUMENT_WORDS[receipt.document.kind] : 'Receipt';

/** A button that saves the receipt as a PDF file, which looks the same on all devices. */
function PdfButton({ id, number }: { id: string; number: string | undefined }) {
  const pdf = useDo(showReceiptPdf);
  const save = () =>
    pdf.mutate(
      { id },
      {
        onSuccess: (file) => saveFile(file as Blob, `${number ?? 'receipt'}.pdf`),
        onError: (error) =>
          showToast({ kind: 'error', title: 'There is no PDF', text: messageOf(error) }),
      },
    );
  return (
    <Button variant="secondary" busy={pdf.isPending} onClick={save}>
      PDF
    </Button>
  );
}

function Sheet({ receipt }: { receipt: Receipt }) {
  return (
    <div className="rounded-card border border-line bg-surface p-5 sm:p-9 print:border-0 print:p-0">
      <p className="font-display text-h3 font-[760]">{receipt.seller.name}</p>
      <Seller receipt={receipt} />
      <Buyer receipt={receipt} />
      <dl className="mt-4 mb-7 grid gap-x-6 gap-y-1 text-small sm:grid-cols-[160px_minmax(0,1fr)]">
        {receipt.document && (
          <>
            <dt className="text-text-2">{DOCUMENT_WORDS[receipt.document.kind]} number</dt>
            <dd className="mb-2 sm:mb-0">{receipt.document.number}</dd>
          </>
        )}
        {receipt.document?.corrects && (
          <>
            <dt className="text-text-2">For invoice</dt>
            <dd className="mb-2 sm:mb-0">{receipt.document.corrects}</dd>
          </>
        )}
        <dt className="text-text-2">{receipt.document ? 'Reference' : 'Receipt number'}</dt>
        <dd className="mb-2 sm:mb-0">{receipt.number}</dd>
        <dt className="text-text-2">Date</dt>
        <dd className="mb-2 sm:mb-0">{formatMoment(receipt.issuedAt)}</dd>
        <dt className="text-text-2">Payment method</dt>
        <dd>{methodWords(receipt.paymentMethod)}</dd>
      </dl>
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">What was paid for</caption>
        <thead>
          <tr className="border-b border-line-strong text-head text-text-2">
            <th scope="col" className="pb-2 text-left font-[560]">
              Item
            </th>
            <th scope="col" className="px-4 pb-2 text-right font-[560]">
              Quantity
            </th>
            <th scope="col" className="pb-2 text-right font-[560]">
              {receiptColumn(receipt.type)}
            </th>
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- Two lines may be alike, and lines never move.
            <tr key={at} className="border-b border-line align-top">
              <td className="py-3 break-words">
                <LineText line={line} />
              </td>
              <td className="px-4 py-3 text-right">{line.quantity}</td>
              <td className="py-3 text-right whitespace-nowrap">{formatCad(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <SumRow label="Subtotal" amount={receipt.subtotal} />
          {receipt.discount > 0 && (
            <SumRow label="Discount" amount={difference(ZERO, receipt.discount)} />
          )}
          {rowsOfTaxes(receipt).map(([label, amount]) => (
            <SumRow key={label} label={label} amount={amount} />
          ))}
          {receipt.processingFee > 0 && (
            <SumRow label="Processing fee" amount={receipt.processingFee} />
          )}
          <SumRow label="Total" amount={receipt.total} isTotal />
        </tfoot>
      </table>
    </div>
  );
}

/** The seller's details, which the law requires on receipts. */
function Seller({ receipt: { seller } }: { receipt: Receipt }) {
  const lines = sellerLines(seller, seller.contactEmail);
  return (
    <p className="mt-1 text-small break-words whitespace-pre-line text-text-2">
      {lines.join('\n')}
    </p>
  );
}

/** The recipient of an invoice or credit note. Renders nothing for any other receipt. */
function Buyer({ receipt: { buyer } }: { receipt: Receipt }) {
  if (buyer === null) return null;
  return (
    <div className="mt-4 text-small">
      <p className="text-text-2">Billed to</p>
      <p className="break-words whitespace-pre-line">
        {[buyer.name, buyer.address].filter((line) => line !== null).join('\n')}
      </p>
    </div>
  );
}

const SUM = 'py-2';
const TOTAL = 'border-t border-line-strong pt-3 font-semibold';

function SumRow({
  label,
  amount,
  isTotal = false,
}: {
  label: string;
  amount: Cents;
  isTotal?: boolean;
}) {
  return (
    <tr className={classNames(isTotal && 'text-price font-semibold')}>
      <th
        scope="row"
        colSpan={2}
        className={classNames('text-left', isTotal ? TOTAL : `${SUM} font-normal`)}
      >
        {label}
      </th>
      <td className={classNames('text-right whitespace-nowrap', isTotal ? TOTAL : SUM)}>
        {formatCad(amount)}
      </td>
    </tr>
  );
}
