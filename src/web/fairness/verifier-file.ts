/** The built file that checks proofs without a shop. Undefined in development, because it is not built there. */
export const VERIFIER_FILE = (() => {
  const sha256 = typeof __VERIFIER_SHA256__ === 'string' ? __VERIFIER_SHA256__ : '';
  return sha256 === '' ? undefined : { address: '/verify/packproof.html', sha256 };
})();

declare const __VERIFIER_SHA256__: string | undefined;
