import * as z from 'zod/mini';
import { anyFormat } from '../../contract/combinations.ts';
import type { Loss } from '../../contract/losses.ts';
import { optionPatterns } from '../../contract/options.ts';
import { once } from '../../util/memoize.ts';
import { type Conversion, type EngineDescription, lossesIf, oneCredit } from '../api/engineDescription.ts';
import { option, type OptionsSchema, strictOptions } from '../api/options.ts';

/** Formats in which a tar is compressed as a whole. */
export type ArchiveCodec = 'gz' | 'bz2' | 'xz' | 'zst';

/** Formats that contain named files. */
export type Container = 'zip' | '7z' | 'tar' | 'rar' | 'cab' | 'iso' | 'cpio' | 'wim';

/** Formats that can be written with a compression level from 0 to 9. */
type Packer = ArchiveCodec | 'zip' | '7z';

/** The default compression levels. LZMA's is low because higher ones are slow with one thread. */
export const defaultLevels: Readonly<Record<Packer, number>> = {
  zip: 5,
  '7z': 3,
  gz: 6,
  bz2: 5,
  xz: 3,
  zst: 3,
};

/** A format's layers: `tar.gz` has a tar as container and gz as codec. */
export interface Layers {
  readonly container: Container;
  readonly codec?: ArchiveCodec;
}

const layers = {
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
} as const satisfies Record<string, Layers>;

type ArchiveFormat = keyof typeof layers;

const layersByName = new Map<string, Layers>(Object.entries(layers));

export function layersOf(format: string): Layers {
  const found = layersByName.get(format);
  if (found === undefined) throw new Error(`Unsupported archive format: ${format}`);
  return found;
}

const maxPasswordLength = 127;
const password = z.string().check(z.maxLength(maxPasswordLength), z.regex(optionPatterns.oneLine));
/** Only ASCII is permitted, because programs disagree on how to encode other characters in a ZIP's password. */
const plainPassword = z.string().check(z.maxLength(maxPasswordLength), z.regex(optionPatterns.ascii));

const reading = {
  password: option(password, { description: 'Password of a protected archive', unset: 'None' }),
};

/** The options for writing a compressed archive. */
const writing = (packer: Packer) => ({
  level: option(z.int().check(z.minimum(0), z.maximum(9)), {
    description: 'From 0 (fastest or uncompressed) to 9 (smallest files)',
    default: defaultLevels[packer],
  }),
});

const sealing = {
  zip: {
    newPassword: option(plainPassword, { description: 'AES-256 encryption', unset: 'None' }),
  },
  '7z': {
    newPassword: option(password, {
      description: 'AES-256 encryption, including file names',
      unset: 'None',
    }),
  },
};

/** The union of the options of all archive conversions. */
export const archiveOptions = z.object({ ...reading, ...writing('7z'), ...sealing['7z'] });

export type ArchiveOptions = z.infer<typeof archiveOptions>;

const locked = new Set<ArchiveFormat>(['zip', '7z', 'rar']);

function conversionOptions(from: ArchiveFormat, to: ArchiveFormat): OptionsSchema {
  const { codec }: Layers = layers[to];
  const packer = codec ?? (to === 'zip' || to === '7z' ? to : undefined);
  return strictOptions({
    ...(locked.has(from) ? reading : {}),
    ...(packer === undefined ? {} : writing(packer)),
    ...(to === 'zip' || to === '7z' ? sealing[to] : {}),
  });
}

export const zipOptions = strictOptions(writing('zip'));

const tars = ['tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'] as const satisfies ArchiveFormat[];
const targets = ['zip', '7z', ...tars] as const satisfies ArchiveFormat[];
const sources = [...targets, 'rar', 'cab', 'iso', 'cpio', 'wim'] as const satisfies ArchiveFormat[];

/** The properties, beyond file names and contents, that an archive of each format can have. */
const traitsOf: Readonly<Record<(typeof sources)[number], readonly Loss[]>> = {
  zip: ['links', 'comments', 'encryption', 'fileAttributes'],
  '7z': ['links', 'encryption', 'fileAttributes'],
  tar: ['links', 'owners'],
  'tar.gz': ['links', 'owners'],
  'tar.bz2': ['links', 'owners'],
  'tar.xz': ['links', 'owners'],
  'tar.zst': ['links', 'owners'],
  // 7-Zip doesn't see the file modes in RAR 4 archives, so a link becomes a file that contains its target.
  rar: ['links', 'executables', 'comments', 'encryption', 'fileAttributes'],
  cab: ['fileAttributes'],
  // An ISO image is read by its Windows (Joliet) names if it has any, and those come without Unix permissions.
  iso: ['links', 'owners', 'executables'],
  cpio: ['links', 'owners'],
  wim: ['links', 'owners', 'fileAttributes'],
};

/** A ZIP stores times as whole seconds since 1970, in 32 bits. */
const finerThanSeconds = new Set<ArchiveFormat>(['7z', ...tars, 'rar', 'wim']);
const longerThanSeconds = new Set<ArchiveFormat>([...finerThanSeconds, 'iso']);

function isTar(format: ArchiveFormat): boolean {
  return tars.some((tar) => tar === format);
}

function lossesOf(from: (typeof sources)[number], to: ArchiveFormat): readonly Loss[] {
  // Converting one kind of compressed tar to another only changes the outer compression.
  if (isTar(from) && isTar(to)) return [];
  return [
    ...traitsOf[from],
    ...lossesIf(to === 'zip' && finerThanSeconds.has(from), 'fineTimes'),
    ...lossesIf(to === 'zip' && longerThanSeconds.has(from), 'farTimes'),
  ];
}

function conversionOf(from: ArchiveFormat, to: ArchiveFormat, losses: readonly Loss[]): Conversion {
  const options = once(() => conversionOptions(from, to));
  return { from, to, lossy: false, losses, cost: oneCredit, options };
}

const archiveConversions = (): readonly Conversion[] =>
  sources.flatMap((from) =>
    targets.filter((to) => to !== from).map((to) => conversionOf(from, to, lossesOf(from, to))),
  );

/** Converts archives with 7-Zip. */
export const archives = {
  id: 'archive',
  load: async () => (await import('./convert.ts')).convertArchive,
  time: 'archives',
  memory: 'unfolded',
  conversions: archiveConversions,
} as const satisfies EngineDescription;

/** True for a format whose files can be extracted. */
export function isExtractable(format: string | undefined): boolean {
  return sources.some((source) => source === format);
}

/** Extracts the files of an archive into an empty folder, `outputPath`. Offers no conversions. */
export const extraction = {
  id: 'extraction',
  load: async () => (await import('./convert.ts')).extractArchive,
  time: 'archives',
  memory: 'unfolded',
} as const satisfies EngineDescription;

/** Combines files of any kind in a ZIP. */
export const zipFiles = {
  id: 'zipFiles',
  load: async () => (await import('./zipFiles.ts')).zipFiles,
  time: 'archives',
  memory: 'values',
  combinations: () => [{ to: 'zip', from: anyFormat, cost: oneCredit, options: () => zipOptions }],
} as const satisfies EngineDescription;
