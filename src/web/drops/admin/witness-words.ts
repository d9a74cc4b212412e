type Witnessed = {
  drop: { numberAt: Date | null };
  witnesses: { name: string; seenAt: Date | null }[];
};

/**
 * Says when each witness signed the drop. A signature before the drop's public number proves the order of the packs to
 * everybody who trusts the witness, even to those who don't trust the shop.
 */
export function witnessWords({ drop: { numberAt }, witnesses }: Witnessed): string {
  if (witnesses.length === 0)
    return 'None: only your word says that it was locked before its number';
  const words = witnesses.map(({ name, seenAt }) => {
    if (seenAt === null) return `${name} has not signed`;
    if (numberAt === null) return `${name} signed`;
    const seconds = Math.round((numberAt.getTime() - seenAt.getTime()) / 1000);
    if (seconds > 0) return `${name} signed ${counted(seconds)} before the number`;
    if (seconds === 0) return `${name} signed when the number was already public`;
    return `${name} signed ${counted(-seconds)} too late`;
  });
  return words.join(', ');
}

const counted = (seconds: number) =>
  seconds === 1 ? '1 second' : `${seconds.toLocaleString('en-CA')} seconds`;
