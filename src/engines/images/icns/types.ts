/** A type of entry whose picture is run-length encoded, one channel after the other. */
export interface RunType {
  readonly side: number;
  /** The type of the entry that contains the picture's alpha. Absent if alpha is part of the picture. */
  readonly mask?: string;
  /** Bytes that precede the runs. */
  readonly prefix?: string;
}

/**
 * Run-length encoded entries by type. Pictures have three channels and a separate mask, or, on newer versions of macOS,
 * four channels with alpha first.
 */
export const runTypes: Readonly<Record<string, RunType>> = {
  is32: { side: 16, mask: 's8mk' },
  il32: { side: 32, mask: 'l8mk' },
  icp4: { side: 16, mask: 's8mk' },
  icp5: { side: 32, mask: 'l8mk' },
  ih32: { side: 48, mask: 'h8mk' },
  it32: { side: 128, mask: 't8mk', prefix: '\0\0\0\0' },
  ic04: { side: 16, prefix: 'ARGB' },
  icsb: { side: 18, prefix: 'ARGB' },
  ic05: { side: 32, prefix: 'ARGB' },
};

/**
 * The width and height in pixels of entries that contain a PNG or JPEG 2000 file. Many are meant for double-density
 * displays.
 */
export const fileTypes: Readonly<Record<string, number>> = {
  icp4: 16,
  ic04: 16,
  icsb: 18,
  sb24: 24,
  icp5: 32,
  ic05: 32,
  ic11: 32,
  icsB: 36,
  SB24: 48,
  icp6: 64,
  ic12: 64,
  ic07: 128,
  ic08: 256,
  ic13: 256,
  ic09: 512,
  ic14: 512,
  ic10: 1024,
};

/** The sizes that we write, with their entry types for single and double density. */
export const writtenTypes: ReadonlyMap<number, readonly string[]> = new Map([
  // In an application's icon, macOS ignores PNGs of 16 and 32 pixels, so these sizes are run-length encoded.
  [16, ['is32']],
  [32, ['il32', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

export const icnsSizes: readonly number[] = [...writtenTypes.keys()];
