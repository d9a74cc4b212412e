/** The last page number that lists accept. Nobody pages so far, and no call may read a whole table. */
export const LAST_PAGE = 10_000;
