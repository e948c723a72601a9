import * as z from 'zod/mini';
import { option } from '../api/options.ts';

/** The encoding of a text file to read, with the names that browsers use. */
export const textEncoding = option(
  z.enum([
    'utf-8',
    'utf-16le',
    'utf-16be',
    'windows-1250',
    'windows-1251',
    'windows-1252',
    'windows-1253',
    'windows-1254',
    'windows-1257',
    'iso-8859-15',
    'koi8-r',
    'macintosh',
    'shift_jis',
    'euc-jp',
    'euc-kr',
    'gb18030',
    'big5',
  ]),
  { description: 'Encoding of the text file', unset: 'Detected automatically' },
);
