// The cases that the model's long runs must reach, and how often each case was reached.
export const reached = new Map([
  ['credits given by an operator for a top-up', 0],
  ['two top-ups on two cards', 0],
  ['ten top-ups and refunds', 0],
  ['a few dollars bought with a dead card', 0],
  ['failed refund replaced by credits', 0],
  ['debt with an open dispute', 0],
  ['excluded with an open dispute', 0],
  ['excluded with a packed parcel', 0],
  ['excluded with sealed packs', 0],
  ['flatmate of somebody excluded', 0],
  ['leaving and coming back', 0],
  ['limit lowered under an open payment', 0],
  ['month’s end', 0],
  ['pauses in a row', 0],
  ['place closed under an open payment', 0],
  ['moved to a closed place', 0],
  ['parcel to a closed place', 0],
]);

export function reach(name: string, isReached: boolean): void {
  if (isReached) reached.set(name, reached.get(name)! + 1);
}
