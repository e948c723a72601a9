import type { EngineId } from '../../src/engines/index.ts';

/** A file before and after a conversion. For a compression, both formats are the same. */
export interface Converted {
  readonly engine: EngineId;
  readonly from: string;
  readonly to: string;
  readonly source: Buffer;
  readonly output: Buffer;
}

/** Opens an output with a decoder other than the one that wrote it. Throws unless it has the source's content. */
export type Check = (converted: Converted) => Promise<void>;
