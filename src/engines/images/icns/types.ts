/** A kind of entry with a run-length encoded picture, channel by channel. */
export interface RunType {
  readonly side: number;
  /** The entry with the picture's alpha, if it is separate. */
  readonly mask?: string;
  /** The part before the runs. */
  readonly prefix?: string;
}

/** By type: three channels and a mask, or, on newer systems, four with alpha first. */
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

/** The sides of pictures that are PNG or JPEG 2000 files, in pixels; many are for double density. */
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

/** The possible sides of an icon's pictures, with their types for either density. */
export const writtenTypes: ReadonlyMap<number, readonly string[]> = new Map([
  // For an application's icon, the system ignores PNGs of these sizes.
  [16, ['is32']],
  [32, ['il32', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

export const icnsSizes: readonly number[] = [...writtenTypes.keys()];
