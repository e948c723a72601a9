import { type Combination, parseCombinations } from '../../contract/combinations.ts';
import {
  type ConversionPair,
  type InstallableCompression,
  parseCompressions,
  parseConversions,
  parseInstallable,
  parseInstallableCompressions,
} from '../../contract/conversions.ts';
import type { FoundPrograms } from '../../engines/programs/findPrograms.ts';
import { combinationList, compressionList, conversionList } from '../lists.ts';

/** What this computer does, in the terms of the API's lists (api.md, Endpoints 9 and 10). */
export interface LocalCatalog {
  readonly conversions: readonly ConversionPair[];
  readonly compressions: readonly string[];
  readonly combinations: readonly Combination[];
  /** What it would do besides, were the programs there. */
  readonly installable: readonly ConversionPair[];
  readonly installableCompressions: readonly InstallableCompression[];
}

/** What the service lists where these programs are there, without asking it: a menu does not wait for a process to start. */
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
