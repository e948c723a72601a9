import type { Libav } from './libav.ts';

/** What a program says of itself and of how it wrote a file; none of it is true of another file. */
const technical =
  /^(?:encoder|encoded[-_]?by|software|duration|bps|number_of_\w+|_statistics_\w+|major_brand|minor_version|compatible_brands|handler_name|vendor_id|language|tlen|metadata_block_picture)$/i;

export type Tags = Readonly<Record<string, string>>;

/** The tags of a file or of a stream in it, by the names that the libraries give them. */
export function readTags(libav: Libav, dictionary: number): Tags {
  const entries = Object.entries(libav.ff_copyout_dict_sync(dictionary) ?? {});
  return Object.fromEntries(entries.filter(([name]) => !technical.test(name)));
}

/** A dictionary of these entries, which the libraries free with what it is given to. */
export function dictionaryOf(libav: Libav, entries: Tags): number {
  return Object.entries(entries).reduce(
    (dictionary, [name, value]) => libav.av_dict_set_js_sync(dictionary, name, value, 0),
    0,
  );
}
