import { ownValue } from '../util/ownValue.ts';
import { fields } from './dialect.ts';
import { ShapeError } from './errors.ts';
import { asObject, type JsonObject, pick } from './read.ts';

/**
 * Schema keywords that describe an option, in addition to JSON Schema's `title`, `description`, and `default`. None of
 * them restricts values.
 */
export const optionAnnotations = {
  /** The unit of a number, such as `pixels`. */
  unit: 'x-unit',
  /** The behavior if the option is omitted, such as `Same as the source`, when no value of the option stands for it. */
  unset: 'x-unset',
} as const;

/** Every keyword that describes an option without restricting its values. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  ...Object.values(optionAnnotations),
]);

/** Matches names of secrets. Services name options freely, so the word counts anywhere in a name. */
const secretName = /pass(?:word|phrase|code)|secret/i;

/**
 * True if an option is a secret, whose value must only be sent with its submission and never be stored. The options
 * schema marks it with `writeOnly` (JSON Schema Validation, 9.4), so that forms hide the input.
 */
export function isSecretOption(name: string): boolean {
  return secretName.test(name);
}

export function withoutSecrets(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isSecretOption(name)));
}

/** Converts a value to JSON without secret options. */
export function jsonWithoutSecrets(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (isSecretOption(name) ? undefined : inner));
}

/** Marks secrets in an options schema. */
export function withSecretsMarked(schema: JsonObject & { properties?: JsonObject }): JsonObject {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    isSecretOption(name) && typeof property === 'object' ? { ...property, writeOnly: true } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/**
 * Reads the options schema of a pair (api.md, Endpoints 11): a JSON Schema, bare or in an envelope.
 * @throws ShapeError if the body isn't an object
 */
export function parseOptionsSchema(body: unknown): JsonObject {
  const outer = asObject(body);
  if (outer === undefined) throw new ShapeError('schema', 'options schema');
  if ('properties' in outer || '$schema' in outer) return outer;
  const inner = asObject(pick(outer, [...fields.schema.read, ...fields.envelope.read]));
  return inner !== undefined && ('properties' in inner || '$schema' in inner || 'type' in inner)
    ? inner
    : outer;
}

/**
 * The supported options: their names in schemas and requests, with the names that users see. Units are in parentheses.
 */
export const optionLabels = {
  background: 'Background color',
  bitRate: 'Bit rate (kbit/s)',
  channels: 'Channels',
  codec: 'Codec',
  colours: 'Number of colors',
  compression: 'Compression',
  contents: 'Table of contents',
  delimiter: 'Delimiter',
  density: 'Resolution (dpi)',
  encoding: 'Encoding',
  fit: 'Fit to width and height',
  header: 'First row contains column names',
  height: 'Height (pixels)',
  indent: 'Indent (spaces)',
  languages: 'Languages',
  leastSaving: 'Minimum savings (%)',
  level: 'Compression level',
  lossless: 'Lossless',
  margin: 'Margin (mm)',
  maxHeight: 'Maximum height (pixels)',
  maxKilobytes: 'Maximum size (kB)',
  maxWidth: 'Maximum width (pixels)',
  metadata: 'Metadata',
  newPassword: 'Password for the result',
  orientation: 'Orientation',
  outputs: 'Outputs',
  padding: 'Padding (pixels)',
  pageAnchors: 'Page anchors',
  pageNumbers: 'Page numbers',
  pages: 'Pages',
  pageSize: 'Paper size',
  pageStyle: 'Page style',
  password: 'File password',
  pictureMarks: 'Picture marks',
  pictures: 'Pictures',
  profile: 'Color profile',
  quality: 'Quality',
  sampleRate: 'Sample rate (Hz)',
  sheet: 'Sheet',
  sizes: 'Icon sizes (pixels)',
  table: 'Table',
  text: 'Characters to keep',
  types: 'Recognize numbers',
  unicodeRange: 'Unicode ranges to keep',
  width: 'Width (pixels)',
  wrap: 'Line length (characters)',
} as const;

export type OptionName = keyof typeof optionLabels;

/** An option's title and unit in its schema, or `undefined` for an unknown option. */
export function optionTitle(name: string): { readonly title: string; readonly unit?: string } | undefined {
  const label = ownValue<string>(optionLabels, name);
  const [, title = '', unit = ''] = /^([^(]+) \(([^)]+)\)$/.exec(label ?? '') ?? [];
  if (title !== '') return { title, unit };
  return label === undefined ? undefined : { title: label };
}

/**
 * The patterns for text options on this computer. Forms use no other patterns for validation, since a service's schema
 * could contain one that takes forever.
 */
export const optionPatterns = {
  color: /^#[0-9a-f]{6}$/i,
  /** Page numbers and ranges, as in `1-3,5`; `7-` extends to the last page. */
  pages: /^\s*\d+\s*(?:-\s*(?:\d+\s*)?)?(?:,\s*\d+\s*(?:-\s*(?:\d+\s*)?)?)*$/,
  /** Names of Tesseract's language data, as in `deu+script/Latin`. */
  languages: /^\w+(?:\/\w+)?(?:\+\w+(?:\/\w+)?)*$/,
  /** Passwords: a line break is impossible, as typing one ends the input. */
  oneLine: /^[^\p{Cc}]+$/u,
  ascii: /^[\x20-\x7e]+$/,
} as const;

const patternSources: ReadonlySet<unknown> = new Set(
  Object.values(optionPatterns).map(({ source }) => source),
);

/** True if the `pattern` of a JSON Schema is one of `optionPatterns`. */
export function isOptionPattern(pattern: unknown): boolean {
  return patternSources.has(pattern);
}

/**
 * English phrases in option schemas: titles, descriptions, and default behavior. Clients translate those that they
 * know.
 */
export const optionPhrases = [
  '1 for mono, 2 for stereo',
  'AES-256 encryption',
  'AES-256 encryption, including file names',
  'Add a table of contents',
  'All',
  'Anchors at the start of each page, for links such as #page-3',
  'Background of transparent images',
  'Behavior if the aspect ratio of the image differs',
  'Characters to keep, in addition to the Unicode ranges',
  'Codec of the video or audio',
  'Common sizes up to the size of the image',
  'Store numbers and booleans as values instead of text',
  'Data rate of the audio; higher rates sound better',
  'Depends on the codec',
  'Depends on the source',
  'Detected automatically',
  'Empty border on each side, included in the width and height',
  'Encoding of the text file',
  'From 0 (fastest or uncompressed) to 9 (smallest files)',
  'From 1 (smallest files) to 100 (best quality)',
  'Height to fit the image to',
  'High quality',
  'Image pixels per inch of the page',
  'Include pictures',
  'Include cell outputs',
  'Indentation width; 0 minifies the output',
  'Keep every pixel unchanged, regardless of file size',
  'Keep the color profile if the format supports it, or convert to sRGB',
  'Languages of the text to recognize, by their names in Tesseract, such as deu+eng',
  'Lossless compression method for the pixels',
  'Margin on every side of a page',
  'Mark the place of each picture that isn’t included',
  'Maximum file size; the conversion fails if it can’t be reached',
  'Maximum length of a line of text',
  'Maximum number of colors in the image',
  'Maximum resolution of pictures on the page; larger ones are scaled down',
  'Metadata of a JPEG: camera, date, location, author',
  'Metadata of the image: camera, date, location, author',
  'Name of the sheet, or its number starting at 1',
  'Name of the sheet, or its number starting at 1; 0 for all sheets in a ZIP',
  'Name of the sheet, or its number starting at 1; 0 for all sheets',
  'Name of the table or view, or its number starting at 1',
  'Name of the table or view, or its number starting at 1; 0 for all in a ZIP',
  'Name of the table or view, or its number starting at 1; 0 for all',
  'No limit',
  'None',
  'Number the pages',
  'One line per paragraph',
  'Only invisible parts are removed; numbers and shapes stay the same',
  'Only lossless changes',
  'Only lossless changes; pictures keep their pixels',
  'Orientation of the image',
  'Orientation of the paper',
  'Original appearance',
  'Pages to convert, such as 1-3, 5',
  'Paper size of the pages',
  'Password of a protected archive',
  'Password of a protected document',
  'Resolution of the rendered pages',
  'Resolution stored in the image',
  'Same as the source',
  'Samples per second; higher rates preserve higher frequencies',
  'Separator between CSV values',
  'Setting any of these options discards the layout',
  'Setting any of these options re-encodes video and audio',
  'Size of the image',
  'Sizes of the images in the icon',
  'Smaller savings leave the file unchanged',
  'Suitable for screens and headphones',
  'Taller pictures are scaled down',
  'Text size and spacing; compact pages fit 50% more',
  'The first row contains the column names',
  'Transparent',
  'Unchanged',
  'Unicode ranges in CSS notation, such as U+20-7E, U+A?',
  'Up to three installed languages, otherwise English',
  'No visible loss',
  'Wider pictures are scaled down',
  'Width to fit the image to',
] as const;

export type OptionPhrase = (typeof optionPhrases)[number];
