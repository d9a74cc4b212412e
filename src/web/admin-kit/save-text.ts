/** Lets the browser save a text as a file. */
export function saveTextFile(text: string, name: string, type: string): void {
  saveFile(new Blob([text], { type }), name);
}

/** The first character of a CSV file. It makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Lets the browser save a table as a CSV file for spreadsheets. */
export function saveCsv(text: string, name: string): void {
  saveTextFile(`${BYTE_ORDER_MARK}${text}`, name, 'text/csv');
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
