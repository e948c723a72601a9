import type { Libav } from './libav.ts';

/** A program's tags about itself and its encoding, which don't apply to another file. */
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

/** The tags of a file or a stream, by the libraries' names. */
export function readTags(libav: Libav, dictionary: number): Tags {
  const entries = Object.entries(libav.ff_copyout_dict_sync(dictionary) ?? {});
  return Object.fromEntries(entries.filter(([name]) => !isTechnical(name)));
}

/** A dictionary of these entries, which the libraries free with its owner. */
export function dictionaryOf(libav: Libav, entries: Tags): number {
  return Object.entries(entries).reduce(
    (dictionary, [name, value]) => libav.av_dict_set_js_sync(dictionary, name, value, 0),
    0,
  );
}
