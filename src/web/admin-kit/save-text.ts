/** Lets the browser save a text as a file. */
export function saveText(text: string, name: string, type: string): void {
  saveFile(new Blob([text], { type }), name);
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
