import { anyFormat, takesFormat } from '../contract/combinations.ts';
import { tools } from '../contract/tools.ts';
import type { ServiceId } from '../jobs/core/service.ts';
import { servicesFor } from './offer.ts';
import type { SelectedFile, Selection } from './possibilities.ts';

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
    .filter(({ service, files }) => files.length > 0 && (service === 'local' || !files.some(isKeptHere)))
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

function isKeptHere({ neverUploaded }: SelectedFile): boolean {
  return neverUploaded;
}
