import type { Traits } from '../contract/losses.ts';
import type { Offer } from './offer.ts';

/** A file that the user selected, directly or in a folder. */
export interface SelectedFile {
  readonly uri: string;
  /** The format that the file's name suggests. */
  readonly format: string | undefined;
  /** True if the file is in a selected folder. It is skipped without an error if it isn't suitable. */
  readonly inFolder: boolean;
  /** URI of the folder that contains the selected folder. */
  readonly pickedIn?: string;
  /** True if the setting `neverUpload` excludes the file from the network. */
  readonly neverUploaded: boolean;
}

/** More files in a folder than anyone wants to process at once. */
export const maxFolderFiles = 10_000;

/**
 * The selected files, and the offer when they were selected. Each right-click creates one selection. The list of
 * formats, the confirmation of a large batch, and the jobs all use it, so they agree.
 */
export interface Selection {
  readonly offer: Offer;
  readonly files: readonly SelectedFile[];
  /** Other files in selected folders, for targets that accept any file. */
  readonly others?: readonly SelectedFile[];
  /** Results of earlier jobs in the selected folders, which are skipped unless the user includes them. */
  readonly results?: readonly SelectedFile[];
  /** True if a folder contained more than `maxFolderFiles`. */
  readonly truncated: boolean;
  /** The known traits of files, by URI. */
  readonly traits?: ReadonlyMap<string, Traits>;
}

/** Adds the results of earlier jobs to a selection. */
export function withResults({ files, results = [], ...selection }: Selection): Selection {
  return { ...selection, files: [...files, ...results] };
}
