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

/** Facts about a format, independent of the programs that read or write it: a row of the table of formats. */
export type FormatFacts = FormatNames & FormatContent;

/** A row with the kind of its file of rows. */
export type Format = FormatFacts & { readonly kind: FormatKind };

interface FormatNames {
  /** Its name in catalogs and requests, which is also its file extension: lower case, without a dot. */
  readonly id: string;
  /** Its usual name. */
  readonly name: string;
  /** Other names. */
  readonly aliases?: readonly string[];
  /** Other file extensions, which catalogs and requests may also use as its name. */
  readonly extensions?: readonly string[];
  /** As registered at IANA, else as in shared-mime-info; `application/octet-stream` if neither lists it. */
  readonly mediaType: string;
  /** True to list it as a Marketplace keyword. */
  readonly isKeyword?: true;
  /** True if an empty file is valid: an empty text is, an empty picture isn't. */
  readonly canBeEmpty?: true;
}

type FormatContent = PlainContent | ContainedContent;

interface PlainContent {
  /** `none` if the content doesn't identify it. */
  readonly signature: Signature | 'none';
  readonly container?: never;
  readonly marks?: IsoBrands;
}

interface ContainedContent {
  /** Its files begin like those of its container. */
  readonly signature: 'container';
  /** The container format of these files, which their content shows without a look at the name. */
  readonly container: string;
  /** Marks that distinguish it within the container. */
  readonly marks?: IsoBrands | ZipStart;
}

/** Brands of the ISO base media format (ISO/IEC 14496-12, 4.3), or their prefixes. */
interface IsoBrands {
  readonly isoBrands: readonly string[];
  /** `all` to search all compatible brands, `major` for only the major brand. */
  readonly among: 'all' | 'major';
}

/** The start of a document in a ZIP: its media type as the content of the first entry, or entries in a folder. */
interface ZipStart {
  readonly zipStart: 'mediaType' | { readonly folder: string };
}
