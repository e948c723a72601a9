/** A picture in PDF form (ISO 32000-1, 8.9.5). */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colors: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';
  /** The RGB values of indexed colors, if samples are indices. */
  readonly palette?: Buffer;
  readonly coding: 'jpeg' | 'png';
  readonly data: Uint8Array;
  /** True if samples are inverted, as Adobe's programs write them. */
  readonly isInverted?: boolean;
  /** The ICC profile of the colors. */
  readonly profile?: Uint8Array;
  /** The opacity of each pixel. */
  readonly mask?: PagePicture;
}

/** The number of components of a color, before a palette replaces them. */
export const channels = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 } as const;

const profileSpaces = { DeviceGray: 'GRAY', DeviceRGB: 'RGB ', DeviceCMYK: 'CMYK' } as const;

/** The profile, if it fits the colors; another one would make the picture unreadable. */
export function fittingProfile(
  profile: Buffer | undefined,
  colors: PagePicture['colors'],
): { readonly profile?: Buffer } {
  return profile?.toString('latin1', 16, 20) === profileSpaces[colors] ? { profile } : {};
}
