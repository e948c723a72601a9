export const formatKinds = [
  'images',
  'documents',
  'audio',
  'video',
  'fonts',
  'ebooks',
  'archives',
  'data',
] as const;

export type FormatKind = (typeof formatKinds)[number];

/** A kind of file. Files of one kind can be converted to the same formats, and their sizes can be compared. */
export type FileKind = FormatKind | 'drawings' | 'sheets' | 'slides' | 'texts' | 'other';

/** A proper name, which is the same in all languages, or an English phrase. */
export type FormatName = string | Phrase;

/** An English phrase, which has translations. */
export interface Phrase {
  readonly english: string;
}

export function phrase(english: string): Phrase {
  return { english };
}

export function inEnglish(name: FormatName): string {
  return typeof name === 'string' ? name : name.english;
}

/** Facts about a format, independent of the programs that read or write it. Each is a row in a table of formats. */
export type FormatFacts = FormatNames & FormatContent;

/** A format's facts, with the kind of file that its table is about. */
export type Format = FormatFacts & { readonly kind: FormatKind };

interface FormatNames {
  /** The format's name in catalogs and requests, which is also its file extension: lower case, without a dot. */
  readonly id: string;
  readonly name: FormatName;
  readonly aliases?: readonly FormatName[];
  /** Other file extensions of the format. Catalogs and requests may also use them as its name. */
  readonly extensions?: readonly string[];
  /**
   * The media type registered with IANA, else the one in shared-mime-info; `application/octet-stream` if neither lists
   * the format.
   */
  readonly mediaType: string;
  /** The kind of its files, if they are of another kind than the rest of its table. All text documents are `texts`. */
  readonly fileKind?: 'drawings' | 'sheets' | 'slides';
  /** True to use the format as a Marketplace keyword. */
  readonly isKeyword?: true;
  /** True if an empty file is valid: an empty text is valid, but an empty picture isn't. */
  readonly canBeEmpty?: true;
}

type FormatContent = PlainContent | TextContent | ContainedContent;

interface PlainContent {
  /** The signature of the format's files; `none` if their content doesn't identify the format. */
  readonly signature: Signature | 'none';
  readonly container?: never;
  readonly marks?: IsoBrands;
}

interface TextContent {
  /** Plain text, which can begin with anything. */
  readonly signature: 'text';
  /** True if some programs still write the format in older encodings. Other text is always Unicode. */
  readonly inOlderEncodings?: true;
  readonly container?: never;
  readonly marks?: never;
}

interface ContainedContent {
  /** Files of this format begin like those of its container. */
  readonly signature: 'container';
  /** The container format, which the content of a file shows without its name. */
  readonly container: string;
  /** Content that distinguishes the format from others in the same container. */
  readonly marks?: IsoBrands | ZipStart;
}

/** Brands of the ISO base media format (ISO/IEC 14496-12, 4.3), or their prefixes. */
interface IsoBrands {
  readonly isoBrands: readonly string[];
  /** `all` searches all compatible brands, `major` only the major brand. */
  readonly among: 'all' | 'major';
}

/**
 * The first entries of a ZIP file that is a document: an entry that contains its media type, or entries in a folder.
 */
interface ZipStart {
  readonly zipStart: 'mediaType' | { readonly folder: string };
}

/** Bytes at an offset in a file. */
export interface BytesAt {
  /** The bytes as Latin-1 text. */
  readonly bytes: string;
  /** The offset, by default 0; `anywhere` searches all bytes read. */
  readonly at?: number | 'anywhere';
}

/** A possible beginning of a file. The file must contain all of these bytes. */
export type Beginning = readonly BytesAt[];

/** The bytes that identify a format at the beginning of its files. */
interface Signature {
  /** Every file of the format has one of these beginnings. Empty if that isn't known. */
  readonly necessary: readonly Beginning[];
  /** Every file with one of these beginnings is of the format. */
  readonly sufficient: readonly Beginning[];
}

/** A beginning, or a shorthand for it: a text stands for bytes at offset 0. */
type BeginningLike = string | BytesAt | Beginning;

export function beginnings(...forms: readonly BeginningLike[]): Beginning[] {
  return forms.map((form) =>
    typeof form === 'string' ? [{ bytes: form }] : 'bytes' in form ? [form] : form,
  );
}

/** A signature that all files of the format have, and no others. */
export function exactSignature(...forms: readonly BeginningLike[]): Signature {
  return { necessary: beginnings(...forms), sufficient: beginnings(...forms) };
}

/** A signature that all files of the format have, and possibly others. */
export function necessarySignature(...forms: readonly BeginningLike[]): Signature {
  return { necessary: beginnings(...forms), sufficient: [] };
}

/** A signature that some files of the format have, and no others. */
export function sufficientSignature(...forms: readonly BeginningLike[]): Signature {
  return { necessary: [], sufficient: beginnings(...forms) };
}

/** The beginning of a file in the Resource Interchange File Format or a similar one: a chunk with its form type. */
export function chunk(id: string, kind: string): Beginning {
  return [{ bytes: id }, { bytes: kind, at: 8 }];
}

/** True if a file has this beginning. `head` contains its first bytes as Latin-1 text. */
export function hasBeginning(head: string, beginning: Beginning): boolean {
  return beginning.every(({ bytes, at = 0 }) =>
    at === 'anywhere' ? head.includes(bytes) : head.startsWith(bytes, at),
  );
}
