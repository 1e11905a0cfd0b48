/** Offers a file for download. */
export function save(name: string, contents: BlobPart): void {
  const address = URL.createObjectURL(new Blob([contents]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs the address until it has started saving.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
