import type { JobOptions } from '../../jobs/core/service.ts';
import type { OutputWish } from '../../planning/work.ts';
import type { IconSetId } from '../../planning/work.ts';

/** An icon file with one picture or several sizes. All are squares, with the whole picture centered. */
export interface IconFile {
  /** Without the extension. */
  readonly name: string;
  readonly format: 'png' | 'ico' | 'icns';
  /** Side lengths of its squares, in pixels. */
  readonly sides: readonly number[];
  /** Empty border on every side, in pixels. */
  readonly padding?: number;
  readonly background?: string;
  /** Its purpose in a site's manifest; absent if it isn't listed there. */
  readonly purpose?: 'any' | 'maskable';
}

const opaque = '#ffffff';

/**
 * The icons that browsers and systems request today: an ICO for tabs and bookmarks, a picture without transparency for
 * the home screen of iOS, which rounds its corners, and the manifest's icons for all others. Systems crop a maskable
 * icon to a circle of 80 % (W3C, Web Application Manifest, Icon masks), which contains a square of 288 of 512 pixels.
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

/** The icons of a desktop program: for Windows, for macOS, and one picture per size for all others. */
const appIcons: readonly IconFile[] = [
  { name: 'icon', format: 'ico', sides: [16, 24, 32, 48, 64, 128, 256] },
  { name: 'icon', format: 'icns', sides: [16, 32, 64, 128, 256, 512, 1024] },
  ...appSides.map((side) => ({ name: `icon-${side}`, format: 'png', sides: [side] }) as const),
];

export const iconsOf: Readonly<Record<IconSetId, readonly IconFile[]>> = { favicon, appIcons };

/** The icons that don't enlarge a picture with this longer side; at least the smallest size. */
export function iconsWithin(icons: readonly IconFile[], sourcePixels: number): readonly IconFile[] {
  return icons.flatMap((icon) => {
    const fitting = icon.sides.filter((side) => side - 2 * (icon.padding ?? 0) <= sourcePixels);
    if (fitting.length > 0) return { ...icon, sides: fitting };
    return icon.format === 'png' ? [] : { ...icon, sides: [Math.min(...icon.sides)] };
  });
}

/** The conversion options of an icon. */
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

/** The text of a site's manifest with this name and its icons. */
export function webManifest(name: string, icons: readonly IconFile[]): string {
  const entries = icons.flatMap(({ name: file, sides: [side], purpose }) =>
    purpose === undefined ? [] : { src: `${file}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose },
  );
  return `${JSON.stringify({ name, icons: entries }, undefined, 2)}\n`;
}

/** Placeholders that differ between icons, which share one folder. */
const perResult = /\$\{(?:ext|width|height)\}/;

/**
 * The output choices for a new folder in the chosen one, or beside the source if no folder is chosen or it isn't the
 * same for all files of a set.
 */
export function folderWithin(name: string, wishes: readonly OutputWish[]): OutputWish[] {
  const within = wishes.flatMap(({ folder, ofWorkspace = false }) => {
    if (folder === undefined || perResult.test(folder)) return [];
    return { folder: folder === '' ? name : `${folder}/${name}`, ofWorkspace };
  });
  return [...within, { folder: name }];
}
