import { anyFormat, takesFormat } from '../contract/combinations.ts';
import type { Traits } from '../contract/losses.ts';
import { tools } from '../contract/tools.ts';
import type { ServiceId } from '../jobs/core/service.ts';
import { type Offer, servicesFor, withResizing } from './offer.ts';

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

/** Adds resizing to the offer if all files have the same format. Others would be converted to that format, too. */
export function withOwnFormat(selection: Selection): Selection {
  const isOne = new Set(selection.files.map(({ format }) => format)).size === 1;
  return isOne ? { ...selection, offer: withResizing(selection.offer) } : selection;
}

/** A combination that is possible with the selected files. */
export interface OfferedCombination {
  readonly targetFormat: string;
  /** The files to combine, in the order of the selection. */
  readonly files: readonly SelectedFile[];
  readonly service: ServiceId;
}

/** The formats that at least two of the files can be combined into, within the limit on files. */
export function combinationsOf(selection: Selection): OfferedCombination[] {
  const catalogs = [...selection.offer.catalogs.values()];
  const targets = new Set(catalogs.flatMap(({ combinations = [] }) => combinations.map(({ to }) => to)));
  const offered = [...targets].flatMap((target) => combinationInto(selection, target) ?? []);
  return offered.filter((each) => each.files.length > 1 && !isTooMany(each));
}

/** The combination into a format, at the service that accepts most of the files; `undefined` if no service does. */
export function combinationInto(selection: Selection, targetFormat: string): OfferedCombination | undefined {
  const { offer } = selection;
  return servicesFor(offer)
    .map((service) => ({ targetFormat, service, files: takenAt(service, selection, targetFormat) }))
    .filter(
      ({ service, files }) =>
        files.length > 0 && (service === 'local' || !files.some(({ neverUploaded }) => neverUploaded)),
    )
    .toSorted((one, other) => other.files.length - one.files.length)[0];
}

/** True if there are more files than a service accepts. */
export function isTooMany({ files }: OfferedCombination): boolean {
  return files.length > tools.combine.maxFiles;
}

function takenAt(
  service: ServiceId,
  { offer, files, others = [], results = [] }: Selection,
  targetFormat: string,
): SelectedFile[] {
  const { combinations = [] } = offer.catalogs.get(service) ?? {};
  const combination = combinations.find(({ to }) => to === targetFormat);
  if (combination === undefined) return [];
  // A ZIP file of a folder also contains the results of earlier jobs.
  const all = combination.from === anyFormat ? [...files, ...others, ...results] : files;
  return all.filter(({ format }) => takesFormat(combination, format));
}
