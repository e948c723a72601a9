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

/** What is known of a format, whoever reads or writes it: a row of the table of formats. */
export type FormatRow = FormatNames & FormatContent;

/** A row with the kind of its file of rows. */
export type Format = FormatRow & { readonly kind: FormatKind };

interface FormatNames {
  /** Its name in catalogs and requests, and the extension of its files: lower case, without a dot. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** What else people call it. */
  readonly aliases?: readonly string[];
  /** Synonyms of the name: further extensions of its files, by which catalogs and requests may call it, too. */
  readonly extensions?: readonly string[];
  /** As registered at IANA, else as shared-mime-info has it; `application/octet-stream` where nobody named one. */
  readonly mediaType: string;
  /** Whether people look by it for what converts it, in the Marketplace. */
  readonly isKeyword?: true;
  /** Whether a file that holds nothing is one of the format: an empty text is, an empty picture is not. */
  readonly canBeEmpty?: true;
}

type FormatContent = PlainContent | ContainedContent;

interface PlainContent {
  /** `none` where no bytes tell, be it text or not. */
  readonly signature: Signature | 'none';
  readonly container?: never;
  readonly marks?: IsoBrands;
}

interface ContainedContent {
  /** Its files begin as those of its container. */
  readonly signature: 'container';
  /** The format that files of this one are in, and that they show where only their name tells more. */
  readonly container: string;
  /** What in the container tells it from others. */
  readonly marks?: IsoBrands | ZipStart;
}

/** Brands of the ISO base media format (ISO/IEC 14496-12, 4.3), or how they start. */
export interface IsoBrands {
  readonly isoBrands: readonly string[];
  /** Whether any of the brands that a file is compatible with counts, or the major one alone. */
  readonly among: 'all' | 'major';
}

/** How a document in a zip starts: with its media type as the content of its first entry, or with entries of a folder. */
export interface ZipStart {
  readonly zipStart: 'mediaType' | { readonly folder: string };
}
