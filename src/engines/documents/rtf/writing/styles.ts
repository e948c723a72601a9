import type { FlowStyle } from '../../tree/flowWriter.ts';

const twipsPerPoint = 20;

/** Returns a length in points in twips. */
export function twips(points: number): number {
  return Math.round(points * twipsPerPoint);
}

/** A paragraph style. Paragraphs repeat its formatting, because readers may ignore the style sheet. */
interface RtfStyle {
  readonly number: number;
  readonly name: string;
  readonly paragraph: string;
  readonly text: string;
}

const headingSizes = [40, 32, 28, 24, 22, 22];

/** The styles, by the names that the body uses. Those of headings have the numbers of their levels. */
const styles = {
  body: style(0, 'Normal', '\\sa160', '\\fs22'),
  ...Object.fromEntries(
    headingSizes.map((size, index) => [
      `h${index + 1}`,
      style(
        index + 1,
        `heading ${index + 1}`,
        `\\outlinelevel${index}\\keepn\\sb240\\sa120`,
        `\\b\\fs${size}`,
      ),
    ]),
  ),
  title: style(10, 'Title', '\\sa160', '\\b\\fs52'),
  subtitle: style(11, 'Subtitle', '\\sa160', '\\fs32'),
  quote: style(12, 'Quote', '\\li720\\ri720\\sa160', '\\fs22'),
  code: style(13, 'HTML Preformatted', '\\sa160', '\\f1\\fs19'),
  note: style(14, 'footnote text', '', '\\fs18'),
  caption: style(15, 'caption', '\\sa160', '\\i\\fs20'),
  term: style(16, 'Definition Term', '\\keepn', '\\b\\fs22'),
  description: style(17, 'Definition', '\\li720\\sa160', '\\fs22'),
  item: style(18, 'List Paragraph', '\\sa80', '\\fs22'),
  cell: style(19, 'Table Contents', '\\sb40\\sa40', '\\fs22'),
  headerCell: style(20, 'Table Heading', '\\sb40\\sa40', '\\b\\fs22'),
  line: style(21, 'Horizontal Line', '\\brdrb\\brdrs\\brdrw10\\brsp20\\sa240', '\\fs12'),
};

const byName: Readonly<Record<string, RtfStyle>> = styles;

export const styleSheet = `{\\stylesheet${Object.values(byName)
  .map(({ number, name, paragraph, text }) => `{\\s${number}${paragraph}${text} ${name};}`)
  .join('')}}`;

function style(number: number, name: string, paragraph: string, text: string): RtfStyle {
  return { number, name, paragraph, text };
}

/** Writes what is before the text of a paragraph. */
export function paragraphStart(name: FlowStyle, properties: string): string {
  const { number, paragraph, text } = byName[name] ?? styles.body;
  return `\\pard\\plain\\s${number}${paragraph}${properties}${text} `;
}

const signs = /[\\{}\u{a0}\u{ad}\u{2011}]|[^\u0020-\u007e]/gu;

/** Escapes text. White space and control characters become spaces. */
export function escapeRtf(text: string): string {
  return text.replaceAll(signs, (sign) => {
    if (sign === '\\' || sign === '{' || sign === '}') return `\\${sign}`;
    if (sign === '\u{a0}') return '\\~';
    if (sign === '\u{ad}') return '\\-';
    if (sign === '\u{2011}') return '\\_';
    if (sign < ' ') return ' ';
    return Array.from({ length: sign.length }, (_, index) => {
      const code = sign.charCodeAt(index);
      return `\\u${code > 0x7fff ? code - 0x10000 : code}?`;
    }).join('');
  });
}
