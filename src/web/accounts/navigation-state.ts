declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    /** The user goes back in the history after signing in, so that the previous page keeps its state. */
    comesBack?: boolean;
  }
}
