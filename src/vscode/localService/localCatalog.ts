import { type ListedCombination, parseCombinations } from '../../contract/combinations.ts';
import {
  type ConversionPair,
  type InstallableCompression,
  parseCompressions,
  parseConversions,
  parseInstallable,
  parseInstallableCompressions,
} from '../../contract/conversions.ts';
import type { FoundPrograms } from '../../engines/programs/findPrograms.ts';
import { combinationList, compressionList, conversionList } from '../../service/lists.ts';

/** The formats that the local service supports, in the form of the API's lists (api.md, Endpoints 9 and 10). */
export interface LocalCatalog {
  readonly conversions: readonly ConversionPair[];
  readonly compressions: readonly string[];
  readonly combinations: readonly ListedCombination[];
  /** Pairs that the service would also support if their programs were installed. */
  readonly installable: readonly ConversionPair[];
  readonly installableCompressions: readonly InstallableCompression[];
}

/**
 * The service's lists with these programs. They are computed without the service, so that menus don't wait for its
 * process to start.
 */
export function localCatalog(found: FoundPrograms): LocalCatalog {
  const [conversions, compressions] = [conversionList(found), compressionList(found)];
  return {
    conversions: parseConversions(conversions),
    compressions: parseCompressions(compressions),
    combinations: parseCombinations(combinationList()),
    installable: parseInstallable(conversions),
    installableCompressions: parseInstallableCompressions(compressions),
  };
}
