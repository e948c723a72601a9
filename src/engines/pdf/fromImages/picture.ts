/** A picture in a form that PDF supports (ISO 32000-1, 8.9.5). */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colors: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';
  /** RGB values of a palette. If set, samples are indexes into it. */
  readonly palette?: Buffer;
  readonly coding: 'jpeg' | 'png';
  readonly data: Uint8Array;
  /** True if samples are inverted, as in CMYK files from Adobe's programs. */
  readonly isInverted?: boolean;
  /** ICC color profile. */
  readonly profile?: Uint8Array;
  /** A grayscale picture with the opacity of each pixel. */
  readonly mask?: PagePicture;
}

/** Number of components per color. With a palette, samples have one component instead. */
export const channels = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 } as const;

const profileSpaces = { DeviceGray: 'GRAY', DeviceRGB: 'RGB ', DeviceCMYK: 'CMYK' } as const;

/** Returns a color profile if it matches the colors. A profile for other colors would make the picture unreadable. */
export function fittingProfile(
  profile: Buffer | undefined,
  colors: PagePicture['colors'],
): { readonly profile?: Buffer } {
  return profile?.toString('latin1', 16, 20) === profileSpaces[colors] ? { profile } : {};
}
