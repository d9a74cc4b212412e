/**
 * A file from a public source can't be imported. The shop stores nothing of such a file. The
 * message is one line, such as `cards.json, record 17 ("Lightning Bolt"): price "abc" is not a
 * number`.
 */
export class ImportProblem extends Error {
  readonly file: string;
  /**
   * The record with the problem, such as `record 17 ("Lightning Bolt")`. Null if the problem
   * concerns the file as a whole.
   */
  readonly record: string | null;
  readonly problem: string;

  constructor(file: string, record: string | null, problem: string) {
    super(`${record === null ? file : `${file}, ${record}`}: ${problem}`);
    this.name = 'ImportProblem';
    this.file = file;
    this.record = record;
    this.problem = problem;
  }
}
