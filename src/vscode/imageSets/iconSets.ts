import type { JobOptions } from '../../jobs/core/service.ts';
import type { OutputRequest } from '../../planning/work.ts';
import type { IconSetId } from '../../planning/work.ts';

/** An icon file with a picture in one or several sizes. Each is a square with the whole picture centered. */
export interface IconFile {
  /** The file's name without its extension. */
  readonly name: string;
  readonly format: 'png' | 'ico' | 'icns';
  /** The sizes that the file contains, as side lengths in pixels. */
  readonly sides: readonly number[];
  /** Width of the empty border on each side, in pixels. */
  readonly padding?: number;
  readonly background?: string;
  /** The icon's purpose in a web app manifest; absent if the manifest doesn't list it. */
  readonly purpose?: 'any' | 'maskable';
}

const opaque = '#ffffff';

/**
 * The icons that browsers and operating systems request today: an ICO for tabs and bookmarks, an opaque picture for the
 * home screen of iOS, which rounds its corners, and the web app manifest's icons for all others. Systems crop a
 * maskable icon to a circle of 80 % of its width (W3C, Web Application Manifest, Icon masks). In an icon of 512 pixels,
 * that circle contains a square of 288 pixels.
 */
const favicon: readonly IconFile[] = [
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

/** The icons of a desktop application: for Windows, for macOS, and one picture per size for other systems. */
const appIcons: readonly IconFile[] = [
  { name: 'icon', format: 'ico', sides: [16, 24, 32, 48, 64, 128, 256] },
  { name: 'icon', format: 'icns', sides: [16, 32, 64, 128, 256, 512, 1024] },
  ...appSides.map((side) => ({ name: `icon-${side}`, format: 'png', sides: [side] }) as const),
];

export const iconsOf: Readonly<Record<IconSetId, readonly IconFile[]>> = { favicon, appIcons };

/**
 * The icons that can be made without enlarging a picture whose longer side has this length. Files with several sizes
 * contain at least the smallest.
 */
export function iconsWithin(icons: readonly IconFile[], sourcePixels: number): readonly IconFile[] {
  return icons.flatMap((icon) => {
    const fitting = icon.sides.filter((side) => side - 2 * (icon.padding ?? 0) <= sourcePixels);
    if (fitting.length > 0) return { ...icon, sides: fitting };
    return icon.format === 'png' ? [] : { ...icon, sides: [Math.min(...icon.sides)] };
  });
}

/** The options for converting a picture to an icon. */
export function iconOptions({ format, sides, padding, background }: IconFile): JobOptions {
  const [side] = sides;
  return {
    ...(format === 'png' ? { width: side, height: side, fit: 'contain' } : { sizes: sides }),
    ...(padding === undefined ? {} : { padding }),
    ...(background === undefined ? {} : { background }),
    metadata: 'stripAll',
    profile: 'srgb',
  };
}

/** The text of a web app manifest that lists the icons. */
export function webManifest(name: string, icons: readonly IconFile[]): string {
  const entries = icons.flatMap(({ name: file, sides: [side], purpose }) =>
    purpose === undefined ? [] : { src: `${file}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose },
  );
  return `${JSON.stringify({ name, icons: entries }, undefined, 2)}\n`;
}

/** Placeholders whose values differ between the icons of a set, which must be in one folder. */
const perResult = /\$\{(?:ext|width|height)\}/;

/**
 * The destinations for a set of icons: a new folder inside the folder that each of `requests` asks for. The new folder
 * is beside the source if none asks for one, or if the folder would differ between the files of the set.
 */
export function folderWithin(name: string, requests: readonly OutputRequest[]): OutputRequest[] {
  const within = requests.flatMap(({ folder, ofWorkspace = false }) => {
    if (folder === undefined || perResult.test(folder)) return [];
    return { folder: folder === '' ? name : `${folder}/${name}`, ofWorkspace };
  });
  return [...within, { folder: name }];
}
