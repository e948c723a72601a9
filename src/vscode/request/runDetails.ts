import type { Placement } from '../../jobs/core/job.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { OutputWish } from './outputChoice.ts';

/** What is made of a picture at once in several forms: presets that ship. */
export const imageSetIds = ['responsiveWidths', 'favicon', 'appIcons'] as const;
export type ImageSetId = (typeof imageSetIds)[number];
export type IconSetId = Exclude<ImageSetId, 'responsiveWidths'>;

/** What is asked for beyond the task; where it says nothing, the settings count. */
export interface RunDetails {
  readonly options?: JobOptions;
  /** Where results go and what they are called. */
  readonly output?: OutputWish;
  /** Name of the preset that asks for it, which names and folders may hold. */
  readonly preset?: string;
  /** Which set of pictures is made, of several results a file. */
  readonly imageSet?: ImageSetId;
  /** Whether compressed files take the place of their sources, whatever the settings say of results. */
  readonly inPlace?: boolean;
  /** Results get a new name, whatever the settings say; only `inPlace` replaces a file. */
  readonly newNamesOnly?: boolean;
}

/** What of a result's placement the details decide, by the settings as they are. */
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
