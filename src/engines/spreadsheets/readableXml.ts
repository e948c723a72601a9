import { ownValue } from '../../util/ownValue.ts';

/**
 * The first code that isn't ASCII. SheetJS decodes UTF-8 after it replaces character references, so only references to
 * ASCII survive.
 */
const asciiEnd = 0x80;
const maxCharacters = 0x10_ffff;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const secondsADay = 86_400;

/** Strings that only occur in XML that SheetJS would misread. */
const oddities = ['<![CDATA[', '&#', '<c\n', '<c\r', '<c\t', '<row\n', '<row\r', '<row\t'] as const;
const openDocumentOddities = ['_x', 'time-value'] as const;

/**
 * Rewrites XML for SheetJS, which doesn't support CDATA in cells, references to characters beyond ASCII, and line
 * breaks after element names. In OpenDocument, SheetJS also decodes `_x0041_` although only OOXML uses such escapes,
 * and doesn't support fractions or signs of durations.
 */
export function readableXml(xml: Buffer, isOpenDocument: boolean): Buffer {
  const odd = isOpenDocument ? [...oddities, ...openDocumentOddities] : oddities;
  if (!odd.some((each) => xml.includes(each))) return xml;
  const text = withPlainTexts(xml.toString()).replaceAll(/<((?:\w+:)?\w+)[\t\r\n]/g, '<$1 ');
  return Buffer.from(
    isOpenDocument ? withPlainSpans(text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')) : text,
  );
}

function withPlainTexts(xml: string): string {
  const [first = '', ...rest] = xml.split('<![CDATA[');
  const plain = rest.map((part) => {
    const end = part.indexOf(']]>');
    if (end === -1) return part;
    const escaped = part.slice(0, end).replaceAll(/[&<>]/g, (each) => ownValue(escapes, each) ?? each);
    return escaped + part.slice(end + ']]>'.length);
  });
  return [first, ...plain].join('').replaceAll(/&#(?:x([\da-f]{1,8})|(\d{1,8}));/gi, (all, hex, decimal) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code >= asciiEnd && code <= maxCharacters ? String.fromCodePoint(code) : all;
  });
}

/** Converts durations with a sign or fractions of seconds to numbers of days with the same style. */
function withPlainSpans(xml: string): string {
  return xml.replaceAll(/<table:table-cell\s[^<>]*>/g, (tag) => {
    const days = daysOf(/\btime-value="([^"]*)"/.exec(tag)?.[1] ?? '');
    if (days === undefined) return tag;
    return tag
      .replace(/\bvalue-type="time"/, 'value-type="float"')
      .replace(/\btime-value="[^"]*"/, `value="${days}"`);
  });
}

/** Returns the number of days of a duration that SheetJS would misread, or `undefined` for other values. */
function daysOf(span: string): number | undefined {
  const [, sign, hours = 0, minutes = 0, seconds = '0'] =
    /^(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?$/.exec(span) ?? [];
  if (sign === undefined || (sign === '' && !/[.,]/.test(seconds))) return undefined;
  const days =
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))) / secondsADay;
  return sign === '-' ? -days : days;
}

/** Decodes the text of an XML attribute. */
export function attributeText(attribute: string): string {
  return attribute.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (all, hex, decimal, name) => {
      if (name !== undefined) return ownValue(entities, name) ?? all;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= maxCharacters ? String.fromCodePoint(code) : all;
    },
  );
}
