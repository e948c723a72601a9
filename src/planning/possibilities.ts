import type { Traits } from '../contract/losses.ts';
import type { Offer } from './offer.ts';

/** A file that the user selected, directly or in a folder. */
export interface SelectedFile {
  readonly uri: string;
  /** The format of its name. */
  readonly format: string | undefined;
  /** Not selected directly, so it is skipped if the task doesn't suit it. */
  readonly inFolder: boolean;
  /** URI of the parent of the selected folder that contains the file. */
  readonly pickedIn?: string;
  /** True if the setting `neverUpload` excludes it from the network. */
  readonly neverUploaded: boolean;
}

/** More files of a folder than anyone means to process at once. */
export const maxFolderFiles = 10_000;

/**
 * The selected files, and the offer at that moment. Each right-click creates one; the list of formats, the confirmation
 * of a large batch, and the jobs all derive from it, so they agree.
 */
export interface Selection {
  readonly offer: Offer;
  readonly files: readonly SelectedFile[];
  /** Further content of selected folders, for targets that accept any file. */
  readonly others?: readonly SelectedFile[];
  /** Results of earlier jobs in the selected folders, which are skipped unless the user includes them. */
  readonly results?: readonly SelectedFile[];
  /** True if a folder contained more than `maxFolderFiles`. */
  readonly truncated: boolean;
  /** What files have and lack, as far as known, by their URIs. */
  readonly traits?: ReadonlyMap<string, Traits>;
}

/** The selection including the results of earlier jobs. */
export function withResults({ files, results = [], ...selection }: Selection): Selection {
  return { ...selection, files: [...files, ...results] };
}
