declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    /** If true, the user goes back in the history after signing in, so that the previous page keeps its state. */
    comesBack?: boolean;
    /** The path to which the pressed button leads. A visitor who signs up gets to this path after the last step. */
    goesOnTo?: string;
  }
}
