/** A PDF with these objects, numbered from 1. The first is the catalog. A stream's content follows its dictionary. */
export function pdfOf(objects: readonly (string | { dictionary: string; stream: Buffer })[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  const length = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  objects.forEach((object, index) => {
    offsets.push(length());
    const [head, content, tail] =
      typeof object === 'string'
        ? [object, Buffer.alloc(0), '']
        : [
            `<< ${object.dictionary} /Length ${object.stream.length} >>\nstream\n`,
            object.stream,
            '\nendstream',
          ];
    parts.push(Buffer.from(`${index + 1} 0 obj\n${head}`, 'latin1'), content);
    parts.push(Buffer.from(`${tail}\nendobj\n`));
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length();
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.concat([...parts, Buffer.from(`${table}startxref\n${start}\n%%EOF\n`)]);
}

/** A PDF with one page with this content; `extra` objects are numbered from 5. */
export function pageOf(
  content: string,
  { sidePoints = 200, page = '', catalogue = '', extra = [] }: PageParts = {},
): Buffer {
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${sidePoints} ${sidePoints}] /Contents 4 0 R ${page} >>`,
    { dictionary: '', stream: Buffer.from(content) },
    ...extra,
  ]);
}

interface PageParts {
  readonly sidePoints?: number;
  /** Entries of the page's dictionary. */
  readonly page?: string;
  /** Entries of the catalog. */
  readonly catalogue?: string;
  readonly extra?: Parameters<typeof pdfOf>[0];
}
