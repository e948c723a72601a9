import type { OptionName } from './optionNames.ts';

/** An option's title and unit in its schema. */
interface OptionTitle {
  readonly title: string;
  readonly unit?: string;
}

export const optionTitles: Readonly<Record<OptionName, OptionTitle>> = {
  background: { title: 'Background color' },
  bitRate: { title: 'Bit rate', unit: 'kbit/s' },
  channels: { title: 'Channels' },
  codec: { title: 'Codec' },
  colours: { title: 'Number of colors' },
  compression: { title: 'Compression' },
  delimiter: { title: 'Delimiter' },
  density: { title: 'Resolution', unit: 'dpi' },
  encoding: { title: 'Encoding' },
  fit: { title: 'Fit to width and height' },
  header: { title: 'First row contains column names' },
  height: { title: 'Height', unit: 'pixels' },
  indent: { title: 'Indent', unit: 'spaces' },
  leastSaving: { title: 'Minimum savings', unit: '%' },
  level: { title: 'Compression level' },
  lossless: { title: 'Lossless' },
  margin: { title: 'Margin', unit: 'mm' },
  maxHeight: { title: 'Maximum height', unit: 'pixels' },
  maxKilobytes: { title: 'Maximum size', unit: 'kB' },
  maxWidth: { title: 'Maximum width', unit: 'pixels' },
  metadata: { title: 'Metadata' },
  newPassword: { title: 'Password for the result' },
  orientation: { title: 'Orientation' },
  padding: { title: 'Padding', unit: 'pixels' },
  pageAnchors: { title: 'Page anchors' },
  pages: { title: 'Pages' },
  pageSize: { title: 'Paper size' },
  password: { title: 'File password' },
  pictures: { title: 'Pictures' },
  profile: { title: 'Color profile' },
  quality: { title: 'Quality' },
  sampleRate: { title: 'Sample rate', unit: 'Hz' },
  sheet: { title: 'Sheet' },
  sizes: { title: 'Icon sizes', unit: 'pixels' },
  text: { title: 'Characters to keep' },
  types: { title: 'Recognize numbers' },
  unicodeRange: { title: 'Unicode ranges to keep' },
  width: { title: 'Width', unit: 'pixels' },
  wrap: { title: 'Line length', unit: 'characters' },
};
