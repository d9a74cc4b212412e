declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** Whoever is through with the sign-in pages goes back to the page before, which keeps its own state. */
    comesBack?: boolean;
  }
}
