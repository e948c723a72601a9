/** Formats that compress a single stream. */
export type ArchiveCodec = 'gz' | 'bz2' | 'xz' | 'zst';

/** Formats that contain named files. */
export type Container = 'zip' | '7z' | 'tar' | 'rar' | 'cab' | 'iso' | 'cpio' | 'wim';

/** Formats that can be written with a compression level from 0 to 9. */
export type Packer = ArchiveCodec | 'zip' | '7z';

/** The default compression levels. LZMA's is low because higher ones are slow with one thread. */
export const defaultLevels: Readonly<Record<Packer, number>> = {
  zip: 5,
  '7z': 3,
  gz: 6,
  bz2: 5,
  xz: 3,
  zst: 3,
};

/**
 * A format's layers: `tar.gz` has a tar as container and gz as codec; `gz` only has a codec, around one file of any
 * kind.
 */
export interface Layers {
  readonly container?: Container;
  readonly codec?: ArchiveCodec;
}

export const layers = {
  zip: { container: 'zip' },
  '7z': { container: '7z' },
  tar: { container: 'tar' },
  'tar.gz': { container: 'tar', codec: 'gz' },
  'tar.bz2': { container: 'tar', codec: 'bz2' },
  'tar.xz': { container: 'tar', codec: 'xz' },
  'tar.zst': { container: 'tar', codec: 'zst' },
  rar: { container: 'rar' },
  cab: { container: 'cab' },
  iso: { container: 'iso' },
  cpio: { container: 'cpio' },
  wim: { container: 'wim' },
  gz: { codec: 'gz' },
  bz2: { codec: 'bz2' },
  xz: { codec: 'xz' },
  zst: { codec: 'zst' },
} as const satisfies Record<string, Layers>;

export type ArchiveFormat = keyof typeof layers;

const layersByName = new Map<string, Layers>(Object.entries(layers));

/** Returns the layers of a format; both are undefined if it isn't an archive. */
export function layersOf(format: string): Layers {
  return layersByName.get(format) ?? {};
}
