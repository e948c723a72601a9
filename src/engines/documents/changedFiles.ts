import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';

/** A zip of these files with those of some names changed; its type, where it has one, comes first and is not packed. */
export function withChangedFiles(
  zip: Uint8Array,
  names: RegExp,
  changed: (text: string) => string,
): Uint8Array {
  const { mimetype, ...others } = unzipSync(zip);
  const first: Zippable = mimetype ? { mimetype: [mimetype, { level: 0 }] } : {};
  const files = Object.entries(others).map(([name, content]) => [
    name,
    names.test(name) ? strToU8(changed(strFromU8(content))) : content,
  ]);
  return zipSync({ ...first, ...Object.fromEntries(files) });
}
