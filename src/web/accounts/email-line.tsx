/**
 * Shows the email address that the user entered, with a link back to the email step. The hidden input is for password
 * managers.
 */
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
