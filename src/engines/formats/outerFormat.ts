import { formatOfFileName } from '../../contract/formats/naming.ts';
import { formatRow } from '../../contract/formats/table.ts';

/** The format of a file: what its content shows, or what its name says of the content of a mere container. */
export function formatShown(sniffed: string | undefined, fileName: string): string | undefined {
  const claimed = formatOfFileName(fileName);
  const container = claimed === undefined ? undefined : formatRow(claimed)?.container;
  return sniffed !== undefined && container === sniffed ? claimed : sniffed;
}
