import type { DocumentedToolId } from '../contract/tools.ts';
import type { Placement } from '../jobs/core/job.ts';
import type { JobOptions } from '../jobs/core/service.ts';

/** The order of combined files: as selected, or by name. */
export const combinationOrders = ['picked', 'name'] as const;
export type CombinationOrder = (typeof combinationOrders)[number];

/** Built-in presets that make several pictures from one. */
export const imageSetIds = ['responsiveWidths', 'favicon', 'appIcons'] as const;
export type ImageSetId = (typeof imageSetIds)[number];
export type IconSetId = Exclude<ImageSetId, 'responsiveWidths'>;

/** The folder and name that the user wants for results, in the syntax of `output.folder` and `output.name`. */
export interface OutputRequest {
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
  /** True if a workspace specifies them, for example in a preset. The folder must then be inside the workspace. */
  readonly ofWorkspace?: boolean;
}

interface Details {
  readonly options?: JobOptions;
  /** The folder and name for results. */
  readonly output?: OutputRequest;
  /** Name of the preset that requested the work, for placeholders in names and folders. */
  readonly preset?: string;
  /** The set of pictures to make from each file. */
  readonly imageSet?: ImageSetId;
  /** True if compressed files replace their sources, regardless of settings. */
  readonly inPlace?: boolean;
  /** True if results always get a new name, regardless of settings, except with `inPlace`. */
  readonly newNamesOnly?: boolean;
}

/** The work requested for all selected files. Settings apply to omitted details. */
export type Work = Details &
  (
    | {
        readonly tool: DocumentedToolId;
        /** The target's canonical name; `undefined` for compression. */
        readonly targetFormat: string | undefined;
      }
    | { readonly tool: 'combine'; readonly targetFormat: string; readonly order: CombinationOrder }
  );

export const compression: Work = { tool: 'compress', targetFormat: undefined };

/** Combines all files into one ZIP file. */
export const intoZip: Work = { tool: 'combine', targetFormat: 'zip', order: 'picked' };

/** The rules for saving results, from the work and the current settings. */
export function placementOf<T extends Pick<Placement, 'onCollision' | 'replaceSource'>>(
  settings: T,
  { inPlace = false, newNamesOnly = false }: Pick<Work, 'inPlace' | 'newNamesOnly'>,
): T {
  return {
    ...settings,
    ...(newNamesOnly ? { onCollision: 'rename', replaceSource: false } : {}),
    ...(inPlace ? { replaceSource: true } : {}),
  };
}
