import type { Libav } from './libav.ts';

/** Tags in which a program describes itself and its encoding. They don't apply to a converted file. */
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

/** Reads the tags of a file or a stream, with FFmpeg's names for them. */
export function readTags(libav: Libav, dictionary: number): Tags {
  const entries = Object.entries(libav.ff_copyout_dict_sync(dictionary) ?? {});
  return Object.fromEntries(entries.filter(([name]) => !isTechnical(name)));
}

/** Creates a dictionary with these entries. FFmpeg's libraries free it together with the object that it is set on. */
export function dictionaryOf(libav: Libav, entries: Tags): number {
  return Object.entries(entries).reduce(
    (dictionary, [name, value]) => libav.av_dict_set_js_sync(dictionary, name, value, 0),
    0,
  );
}
