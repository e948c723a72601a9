import { beginnings, exactSignature, type FormatFacts } from './format.ts';

// A text could also begin with the word that identifies a font. In a font, the number of tables follows, which begins
// with a zero byte.
export const fontFormats: readonly FormatFacts[] = [
  {
    id: 'ttf',
    name: 'TrueType',
    mediaType: 'font/ttf',
    signature: {
      necessary: beginnings('\0\x01\0\0', 'true'),
      sufficient: beginnings('\0\x01\0\0\0', 'true\0'),
    },
  },
  {
    id: 'otf',
    name: 'OpenType',
    mediaType: 'font/otf',
    signature: { necessary: beginnings('OTTO', '\0\x01\0\0'), sufficient: beginnings('OTTO\0') },
  },
  { id: 'woff', name: 'Web Open Font Format', mediaType: 'font/woff', signature: exactSignature('wOFF') },
  { id: 'woff2', name: 'Web Open Font Format 2', mediaType: 'font/woff2', signature: exactSignature('wOF2') },
];
