import type { ListedCombination } from '../../contract/combinations.ts';
import type { ConversionPair, InstallableCompression } from '../../contract/conversions.ts';
import type { FoundPrograms } from '../../engines/programs/findPrograms.ts';
import { isProgramId } from '../../engines/programs/programs.ts';
import {
  combinations,
  installableCompressions,
  installableConversions,
  offeredCompressions,
  offeredConversions,
} from '../../engines/registry.ts';

export { combinationSchema, compressionSchema, conversionSchema } from '../../service/optionSchemas.ts';

/** The formats that the local service supports. */
export interface LocalCatalog {
  readonly conversions: readonly ConversionPair[];
  readonly compressions: readonly string[];
  readonly combinations: readonly ListedCombination[];
  /** Pairs that the service would also support if their programs were installed. */
  readonly installable: readonly ConversionPair[];
  readonly installableCompressions: readonly InstallableCompression[];
}

/** What the service supports with these programs. It is known without starting the service. */
export function localCatalog(found: FoundPrograms): LocalCatalog {
  return {
    conversions: offeredConversions(found).map(({ from, to, engine, lossy, losses }) => ({
      from,
      to,
      lossy,
      losses,
      ...(isProgramId(engine) && { program: engine }),
    })),
    compressions: offeredCompressions(found).map(({ format }) => format),
    combinations: combinations.map(({ to, from }) => ({ to, from })),
    installable: installableConversions(found).map(({ from, to, engine }) => ({ from, to, program: engine })),
    installableCompressions: installableCompressions(found).map(({ format, engine }) => ({
      format,
      program: engine,
    })),
  };
}
