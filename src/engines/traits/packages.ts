import type { Loss, Traits } from '../../contract/losses.ts';
import type { ByteSource } from '../lib/byteSource.ts';
import { inflateUpTo, isEncrypted, methods, packedData, type ZipEntry, zipEntries } from '../lib/zip.ts';
import { type Marks, traitsIn } from './texts.ts';

/**
 * Describes how to detect the traits of a ZIP-based format: from the names of its parts, and from patterns in the text
 * of some parts.
 */
interface Package {
  /** Traits of every file in the format. */
  readonly always?: readonly Loss[];
  readonly parts?: Marks;
  readonly texts?: readonly { readonly in: RegExp; readonly marks: Marks }[];
}

const maxParts = 5000;
/** Maximum size of the texts that are searched, compressed and decompressed. What comes after that remains unknown. */
const maxPackedBytes = 2 * 1024 ** 2;
const maxTextBytes = 8 * 1024 ** 2;
const never = /(?!)/;

const word: Package = {
  always: ['formatting', 'layout'],
  parts: {
    charts: /^word\/(?:charts|diagrams)\//m,
    comments: [never, /^word\/comments/m],
    macros: /vbaProject\.bin$/im,
    metafiles: /^word\/media\/.*\.[ew]mf$/im,
    pictures: /^word\/media\//m,
  },
  texts: [
    // Programs such as Pandoc write this part even if it has no comments.
    { in: /^word\/comments\.xml$/, marks: { comments: /<w:comment\b/ } },
    {
      in: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/,
      marks: {
        hiddenText: [/<w:vanish\/>(?:<w:[^>]*\/>)?<\/w:rPr><w:t\b/, /<w:vanish\b/],
        hyperlinks: [/<w:hyperlink\b/, /hyperlink/i],
        lists: [/<w:numPr\b/, /<w:numPr\b|<w:pStyle\b/],
        mathematics: /<m:oMath\b/,
        notes: /<w:(?:foot|end)noteReference\b/,
        numbering: [never, /<w:numPr\b|<w:pStyle\b/],
        tables: /<w:tbl>/,
      },
    },
  ],
};

const slides: Package = {
  always: ['formatting', 'layout'],
  parts: {
    charts: /^ppt\/(?:charts|diagrams)\//m,
    comments: [never, /^ppt\/comments\//m],
    macros: /vbaProject\.bin$/im,
    metafiles: /^ppt\/media\/.*\.[ew]mf$/im,
    notes: /^ppt\/notesSlides\//m,
    pictures: /^ppt\/media\//m,
  },
  texts: [
    { in: /^ppt\/comments\/[^/]+\.xml$/, marks: { comments: /<\w+:cm\b/ } },
    {
      in: /^ppt\/slides\/slide\d+\.xml$/,
      marks: {
        animation: /<p:(?:transition|anim\w*|set)\b/,
        hyperlinks: /<a:hlink/,
        lists: [/<a:bu(?:Char|AutoNum)\b/, /<a:p\b/],
        mathematics: /<m:oMath\b/,
        tables: /<a:tbl>/,
      },
    },
  ],
};

const workbook: Package = {
  parts: {
    comments: [never, /^xl\/(?:comments|threadedComments)/m],
    drawings: /^xl\/(?:media|charts|drawings\/drawing)/m,
    macros: /vbaProject\.bin$/im,
  },
  texts: [
    {
      in: /^xl\/(?:comments\d*|comments\/[^/]+|threadedComments\/[^/]+)\.xml$/,
      marks: { comments: /<(?:\w+:)?(?:comment|threadedComment)\b/ },
    },
    { in: /^xl\/workbook\.xml$/, marks: { sheets: /<(?:\w+:)?sheet\b[^]*<(?:\w+:)?sheet\b/ } },
    { in: /^xl\/worksheets\/[^/]+\.xml$/, marks: { formulas: /<(?:\w+:)?f[ >]/ } },
    {
      in: /^xl\/styles\.xml$/,
      marks: {
        formatting: [
          /<fills count="(?!1"|2")|<borders count="(?!1")|<fonts count="(?!1")/,
          /<(?:fill|border|font)s count/,
        ],
      },
    },
  ],
};

const openText: Package = {
  always: ['formatting', 'layout'],
  parts: {
    charts: [never, /^Object \d+\//m],
    metafiles: /^Pictures\/.*\.[ew]mf$/im,
    pictures: /^Pictures\//m,
  },
  texts: [
    {
      in: /^content\.xml$/,
      marks: {
        comments: /<office:annotation\b/,
        hiddenText: [/\btext:display="none"/, /<text:hidden-|\btext:display="/],
        hyperlinks: /<text:a\b/,
        lists: /<text:list\b/,
        mathematics: [/<(?:math:)?math\b/, /<draw:object\b/],
        notes: /<text:note\b/,
        tables: /<table:table\b/,
      },
    },
  ],
};

const openSheet: Package = {
  texts: [
    {
      in: /^content\.xml$/,
      marks: {
        comments: /<office:annotation\b/,
        drawings: /<draw:/,
        formulas: /\btable:formula=/,
        sheets: /<table:table\b[^]*<table:table\b/,
      },
    },
  ],
};

/** ZIP-based formats. */
export const packages: Readonly<Record<string, Package>> = {
  docx: word,
  ods: openSheet,
  odp: openText,
  odt: openText,
  pptx: slides,
  xlsm: workbook,
  xlsx: workbook,
  zip: {},
};

/** @throws RangeError or Error if the file isn't a ZIP */
export function packageTraits(file: ByteSource, { always = [], parts = {}, texts = [] }: Package): Traits {
  const entries = entriesOf(file);
  const names = entries.map(({ name }) => name.toString()).join('\n');
  const locked = entries.some(isEncrypted);
  const read = locked ? [] : texts;
  return {
    encryption: locked,
    ...linkTraits(entries),
    ...Object.fromEntries(always.map((loss) => [loss, true])),
    ...traitsIn(names, parts, true),
    ...Object.assign({}, ...read.map(({ in: wanted, marks }) => textsIn(file, entries, wanted, marks))),
  };
}

/** Detects symbolic links, which have a special file mode on Unix. */
function linkTraits(entries: readonly ZipEntry[]): Traits {
  const [kinds, link, unix] = [0o170000, 0o120000, 3];
  return {
    links: entries.some(
      ({ madeBy, externalAttributes }) =>
        madeBy >> 8 === unix && ((externalAttributes >>> 16) & kinds) === link,
    ),
  };
}

function entriesOf(file: ByteSource): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (const entry of zipEntries(file)) {
    if (entries.length >= maxParts) throw new RangeError('Too many parts');
    entries.push(entry);
  }
  return entries;
}

function textsIn(file: ByteSource, entries: readonly ZipEntry[], wanted: RegExp, marks: Marks): Traits {
  let [packedLeft, textLeft] = [maxPackedBytes, maxTextBytes];
  let isWhole = true;
  const texts = entries
    .filter(({ name }) => wanted.test(name.toString()))
    .map((entry) => {
      packedLeft -= entry.packedBytes;
      const text = packedLeft < 0 ? undefined : textOf(file, entry, textLeft);
      // If a part isn't XML, OpenDocument has encrypted it.
      isWhole &&= text?.includes('<?xml') === true;
      textLeft -= text?.length ?? 0;
      return text ?? '';
    });
  return traitsIn(texts.join('\n'), marks, isWhole && texts.length > 0);
}

/** Returns `undefined` if the text is too long. */
function textOf(file: ByteSource, entry: ZipEntry, maxOutputLength: number): string | undefined {
  const packed = packedData(file, entry);
  if (entry.method === methods.stored) return packed.toString();
  return inflateUpTo(packed, maxOutputLength)?.toString();
}
