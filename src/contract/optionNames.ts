import { own } from '../util/own.ts';

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
  const label = own<string>(optionLabels, name);
  const [, title = '', unit = ''] = /^([^(]+) \(([^)]+)\)$/.exec(label ?? '') ?? [];
  if (title !== '') return { title, unit };
  return label === undefined ? undefined : { title: label };
}
