import { ownValue } from '../../../../util/ownValue.ts';
import { type Look, rightToLeft } from '../../tree/runs.ts';
import { xmlText } from '../../xmlTree.ts';

/** The range of font sizes that Word supports, in half-points. */
const maxHalfPoints = 3276;
/** The color of a highlighter. */
const markColor = '#ffff00';
const signs: Readonly<Record<string, string>> = {
  '\n': '<w:br/>',
  '\r': '',
  '\t': '<w:tab/>',
  '\u{ad}': '<w:softHyphen/>',
};

/** Writes text as a run. */
export function textRun(text: string, look: Look): string {
  const content = text.split(/([\n\r\t\u{ad}])/u).map((piece) => {
    const written = ownValue(signs, piece) ?? xmlText(piece);
    return written === '' || written.startsWith('<') ? written : `<w:t xml:space="preserve">${written}</w:t>`;
  });
  return run(content.join(''), look, rightToLeft.test(text));
}

/** Writes a run with this content. Without content, writes none. */
export function run(content: string, look: Look, isRtl = false): string {
  return content === '' ? '' : `<w:r>${runProperties(look, isRtl)}${content}</w:r>`;
}

/** Writes a run with the mark of a note. */
export function markRun(content: string): string {
  return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>${content}</w:r>`;
}

/** Writes a field with the result to show until Word updates it. */
export function field(instruction: string, result: string): string {
  return `${fieldStart(instruction)}${result}${fieldEnd}`;
}

export function fieldStart(instruction: string, isOutdated = false): string {
  const begin = `<w:fldChar w:fldCharType="begin"${isOutdated ? ' w:dirty="true"' : ''}/>`;
  return `<w:r>${begin}</w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`;
}

export const fieldEnd = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';

/** The properties are in the order of the schema, because Word rejects any other (ECMA-376, part 1, 17.3.2.28). */
function runProperties(look: Look, isRtl: boolean): string {
  const isLink = look.link !== undefined;
  const isCodeLink = look.code === true && isLink;
  const style = look.code === true ? 'CodeChar' : isLink ? 'Hyperlink' : undefined;
  const color = look.color?.slice(1).toUpperCase() ?? (isCodeLink ? '0B57D0' : undefined);
  const size = look.fontSize === undefined ? 0 : Math.min(maxHalfPoints, Math.round(look.fontSize * 2));
  const isUnderlined = look.underline === true || isCodeLink;
  const isMarked = look.backgroundColor === markColor;
  const position = look.subscript ? 'subscript' : look.superscript ? 'superscript' : undefined;
  const properties = [
    style === undefined ? '' : `<w:rStyle w:val="${style}"/>`,
    look.bold === true ? '<w:b/>' : '',
    look.bold === true && isRtl ? '<w:bCs/>' : '',
    look.italic === true ? '<w:i/>' : '',
    look.italic === true && isRtl ? '<w:iCs/>' : '',
    look.strikethrough === true ? '<w:strike/>' : '',
    color === undefined ? '' : `<w:color w:val="${color}"/>`,
    size < 1 ? '' : `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
    isMarked ? '<w:highlight w:val="yellow"/>' : '',
    isUnderlined ? '<w:u w:val="single"/>' : '',
    isMarked || look.backgroundColor === undefined ? '' : shading(look.backgroundColor),
    position === undefined ? '' : `<w:vertAlign w:val="${position}"/>`,
    isRtl ? '<w:rtl/>' : '',
  ].join('');
  return properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`;
}

export function shading(color: string): string {
  return `<w:shd w:val="clear" w:color="auto" w:fill="${color.slice(1).toUpperCase()}"/>`;
}
