import { type FormatFacts, phrase } from './format.ts';
import { exactSignature, necessarySignature } from './signature.ts';

export const ebookFormats: readonly FormatFacts[] = [
  {
    id: 'epub',
    name: 'EPUB',
    aliases: [phrase('Ebook')],
    mediaType: 'application/epub+zip',
    signature: 'container',
    container: 'zip',
    marks: { zipStart: 'mediaType' },
  },
  {
    id: 'mobi',
    name: 'Mobipocket',
    aliases: [phrase('Kindle, old')],
    extensions: ['azw', 'prc'],
    mediaType: 'application/x-mobipocket-ebook',
    signature: exactSignature({ bytes: 'BOOKMOBI', at: 60 }),
  },
  {
    id: 'azw3',
    name: 'Kindle',
    mediaType: 'application/vnd.amazon.mobi8-ebook',
    signature: 'container',
    container: 'mobi',
  },
  { id: 'fb2', name: 'FictionBook', mediaType: 'application/x-fictionbook+xml', signature: 'none' },
  {
    id: 'htmlz',
    name: phrase('Zipped HTML'),
    mediaType: 'application/zip',
    signature: 'container',
    container: 'zip',
  },
  {
    id: 'cbz',
    name: phrase('Comic book'),
    mediaType: 'application/vnd.comicbook+zip',
    signature: 'container',
    container: 'zip',
  },
  {
    id: 'lit',
    name: 'Microsoft Reader',
    mediaType: 'application/x-ms-reader',
    signature: necessarySignature('ITOLITLS'),
  },
  {
    id: 'lrf',
    name: 'Sony BroadBand eBook',
    mediaType: 'application/x-sony-bbeb',
    signature: necessarySignature('L\0R\0F\0'),
  },
  { id: 'pdb', name: phrase('Palm database'), mediaType: 'application/vnd.palm', signature: 'none' },
  {
    id: 'rb',
    name: 'Rocket eBook',
    mediaType: 'application/octet-stream',
    signature: necessarySignature('\xb0\x0c\xb0\x0c'),
  },
  {
    id: 'tcr',
    name: 'Psion TCR',
    mediaType: 'application/octet-stream',
    signature: necessarySignature('!!8-Bit!!'),
  },
];
