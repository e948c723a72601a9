import type { Signature } from './signature.ts';

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
