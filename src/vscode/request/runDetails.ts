import type { Placement } from '../../jobs/core/job.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { OutputWish } from './outputChoice.ts';

/** Built-in presets that make several pictures from one. */
export const imageSetIds = ['responsiveWidths', 'favicon', 'appIcons'] as const;
export type ImageSetId = (typeof imageSetIds)[number];
export type IconSetId = Exclude<ImageSetId, 'responsiveWidths'>;

/** The details of a request beyond its task. Settings apply to omitted ones. */
export interface RunDetails {
  readonly options?: JobOptions;
  /** The folder and name of results. */
  readonly output?: OutputWish;
  /** Name of the preset that requests it, for placeholders in names and folders. */
  readonly preset?: string;
  /** The set of pictures to make, with several results per file. */
  readonly imageSet?: ImageSetId;
  /** True if compressed files replace their sources, regardless of settings. */
  readonly inPlace?: boolean;
  /** True if results get a new name, regardless of settings. Only `inPlace` replaces a file. */
  readonly newNamesOnly?: boolean;
}

/** A result's placement, from the details and the current settings. */
export function placedBy<T extends Pick<Placement, 'onCollision' | 'replaceSource'>>(
  settings: T,
  { inPlace = false, newNamesOnly = false }: RunDetails,
): T {
  return {
    ...settings,
    ...(newNamesOnly ? { onCollision: 'rename', replaceSource: false } : {}),
    ...(inPlace ? { replaceSource: true } : {}),
  };
}
