declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** The user goes back in the history after signing in, so that the previous page keeps its state. */
    comesBack?: boolean;
  }
}
