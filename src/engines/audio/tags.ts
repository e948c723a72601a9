import type { Libav } from './libav.ts';

/** What a program says of itself and of how it wrote a file; none of it is true of another file. */
const technical: ReadonlySet<string> = new Set([
  'bps',
  'compatible_brands',
  'duration',
  'encoded-by',
  'encoded_by',
  'encodedby',
  'encoder',
  'handler_name',
  'language',
  'major_brand',
  'metadata_block_picture',
  'minor_version',
  'software',
  'tlen',
  'vendor_id',
]);

function isTechnical(tag: string): boolean {
  const name = tag.toLowerCase();
  return technical.has(name) || name.startsWith('number_of_') || name.startsWith('_statistics_');
}

export type Tags = Readonly<Record<string, string>>;

/** The tags of a file or of a stream in it, by the names that the libraries give them. */
export function readTags(libav: Libav, dictionary: number): Tags {
  const entries = Object.entries(libav.ff_copyout_dict_sync(dictionary) ?? {});
  return Object.fromEntries(entries.filter(([name]) => !isTechnical(name)));
}

/** A dictionary of these entries, which the libraries free with what it is given to. */
export function dictionaryOf(libav: Libav, entries: Tags): number {
  return Object.entries(entries).reduce(
    (dictionary, [name, value]) => libav.av_dict_set_js_sync(dictionary, name, value, 0),
    0,
  );
}
