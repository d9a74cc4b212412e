/** Says what a certification proves today, and what it does not prove. */
export function CertificationProof() {
  return (
    <p className="mt-3 mb-6 max-w-[64ch]">
      A certification shows since which day we have this very pack sealed, and whether it has been
      opened since. It doesn’t prove what is inside: that the cards stay as they were recorded on
      that day is our word, until the pack is opened. Nor can we show that what we wrote down
      matches the cardboard.
    </p>
  );
}
