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

/** The local service's formats in the terms of the API's lists (api.md, Endpoints 9 and 10). */
export interface LocalCatalog {
  readonly conversions: readonly ConversionPair[];
  readonly compressions: readonly string[];
  readonly combinations: readonly ListedCombination[];
  /** Pairs that it would also support if their programs were installed. */
  readonly installable: readonly ConversionPair[];
  readonly installableCompressions: readonly InstallableCompression[];
}

/** The service's lists for these programs, computed without it: a menu doesn't wait for a process to start. */
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
