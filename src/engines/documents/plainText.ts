import type { OfficeContentNode } from 'officeparser';

/** Splits plain text at blank lines into paragraphs, which keep their line breaks. */
export function paragraphsOf(text: string): OfficeContentNode[] {
  return text
    .replaceAll(/\r\n?|\f/g, '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({
      type: 'paragraph',
      text: paragraph,
      children: paragraph
        .split('\n')
        .flatMap((line, index) => [...(index === 0 ? [] : [lineBreak]), words(line)]),
    }));
}

const lineBreak: OfficeContentNode = { type: 'break', metadata: { breakType: 'textWrapping' } };

function words(text: string): OfficeContentNode {
  return { type: 'text', text };
}

/** Breaks lines longer than `columns` characters between words. The new lines keep the indentation. */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('|') ? line : wrapLine(line, columns)))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let current = indent;
  for (const word of line.trim().split(/\s+/)) {
    const longer = current === indent ? indent + word : `${current} ${word}`;
    if (current !== indent && longer.length > columns) {
      lines.push(current);
      current = indent + word;
    } else {
      current = longer;
    }
  }
  return [...lines, current].join('\n');
}
