/** Shows the address that was entered before, with a link back to its step. Password managers read the input. */
export function EmailLine({ email, onChange }: { email: string; onChange: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 text-small text-text-2">
      <span className="min-w-0 break-words">
        <strong className="font-semibold text-text">{email}</strong>
      </span>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <button type="button" onClick={onChange} className="link hit-44 min-h-6">
        Back to email
      </button>
    </p>
  );
}
