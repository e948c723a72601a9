import type { JobOptions } from '../../jobs/core/service.ts';
import type { OutputWish } from '../request/outputChoice.ts';
import type { IconSetId } from '../request/runDetails.ts';

/** A file of icons: one picture, or one that holds several sizes. All are squares, in whose middle the whole picture is. */
export interface Icon {
  /** Without the extension, which is the format's. */
  readonly name: string;
  readonly format: 'png' | 'ico' | 'icns';
  /** The sides of its squares, in pixels. */
  readonly sides: readonly number[];
  /** What stays empty on every side, in pixels. */
  readonly padding?: number;
  readonly background?: string;
  /** What the manifest of a site says that it is for; absent for what is not in it. */
  readonly purpose?: 'any' | 'maskable';
}

const opaque = '#ffffff';

/**
 * What browsers and systems ask of a site today: tabs and bookmarks an ICO, home screens of iOS a picture without
 * transparency, whose corners they round, and others what the manifest names. Of a maskable icon systems cut off all but a
 * circle of 80 % (W3C, Web Application Manifest, Icon masks), which holds a square of 288 of 512 pixels.
 */
const favicon: readonly Icon[] = [
  { name: 'favicon', format: 'ico', sides: [16, 32, 48] },
  { name: 'apple-touch-icon', format: 'png', sides: [180], padding: 20, background: opaque },
  { name: 'icon-192', format: 'png', sides: [192], purpose: 'any' },
  { name: 'icon-512', format: 'png', sides: [512], purpose: 'any' },
  {
    name: 'icon-maskable-512',
    format: 'png',
    sides: [512],
    padding: 112,
    background: opaque,
    purpose: 'maskable',
  },
];

const appSides = [16, 32, 48, 64, 128, 256, 512, 1024] as const;

/** What the icon of a program is made of: for Windows, for macOS, and a picture a size for the rest. */
const appIcons: readonly Icon[] = [
  { name: 'icon', format: 'ico', sides: [16, 24, 32, 48, 64, 128, 256] },
  { name: 'icon', format: 'icns', sides: [16, 32, 64, 128, 256, 512, 1024] },
  ...appSides.map((side) => ({ name: `icon-${side}`, format: 'png', sides: [side] }) as const),
];

export const iconsOf: Readonly<Record<IconSetId, readonly Icon[]>> = { favicon, appIcons };

/** The icons that a picture whose longer side has so many pixels is not enlarged for; of the smallest, the least size of all. */
export function iconsWithin(icons: readonly Icon[], sourcePixels: number): readonly Icon[] {
  return icons.flatMap((icon) => {
    const fitting = icon.sides.filter((side) => side - 2 * (icon.padding ?? 0) <= sourcePixels);
    if (fitting.length > 0) return { ...icon, sides: fitting };
    return icon.format === 'png' ? [] : { ...icon, sides: [Math.min(...icon.sides)] };
  });
}

/** What the service is told of an icon. */
export function iconOptions({ format, sides, padding, background }: Icon): JobOptions {
  const [side] = sides;
  return {
    ...(format === 'png' ? { width: side, height: side, fit: 'contain' } : { sizes: sides }),
    ...(padding === undefined ? {} : { padding }),
    ...(background === undefined ? {} : { background }),
    metadata: 'stripAll',
    profile: 'srgb',
  };
}

/** The text of the manifest of a site that is called so, with the icons that are for it. */
export function webManifest(name: string, icons: readonly Icon[]): string {
  const entries = icons.flatMap(({ name: file, sides: [side], purpose }) =>
    purpose === undefined ? [] : { src: `${file}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose },
  );
  return `${JSON.stringify({ name, icons: entries }, undefined, 2)}\n`;
}

/** What differs from icon to icon, which all go into one folder. */
const perResult = /\$\{(?:ext|width|height)\}/;

/**
 * The wishes for a folder of this name in the one that was wished for, beside the source where that is not said or not the same
 * for all files of a set.
 */
export function folderWithin(name: string, wishes: readonly OutputWish[]): OutputWish[] {
  const within = wishes.flatMap(({ folder, ofWorkspace = false }) => {
    if (folder === undefined || perResult.test(folder)) return [];
    return { folder: folder === '' ? name : `${folder}/${name}`, ofWorkspace };
  });
  return [...within, { folder: name }];
}
