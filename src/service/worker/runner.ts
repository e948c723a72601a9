import { rm } from 'node:fs/promises';
import { fault, type Fault } from '../../contract/fault.ts';
import { ConversionError, isConversionError } from '../../engines/api/conversionError.ts';
import type { EngineTask, ProgressListener, EngineResult } from '../../engines/api/task.ts';
import type { ProgramInspector } from '../../engines/programs/confinement/inspector.ts';
import { isProgramId, type ProgramId, programs } from '../../engines/programs/programs.ts';
import { isUpstreamBuild, openVulnerabilities } from '../../engines/programs/vulnerabilities.ts';
import { untilAborted } from '../../util/abort.ts';
import { internalFault } from '../faults.ts';

export interface Runner {
  run(task: EngineTask, signal: AbortSignal, onProgress?: ProgressListener): Promise<EngineResult>;
}

/** Runs the user's programs in the best available sandbox. Refuses to run programs with known vulnerabilities. */
export class ConfinedRunner implements Runner {
  readonly #runner: Runner;
  readonly #inspector: Pick<ProgramInspector, 'inspect'>;
  readonly #platform: NodeJS.Platform;

  constructor(
    runner: Runner,
    inspector: Pick<ProgramInspector, 'inspect'>,
    platform: NodeJS.Platform = process.platform,
  ) {
    this.#runner = runner;
    this.#inspector = inspector;
    this.#platform = platform;
  }

  /**
   * Runs a conversion.
   * @throws ConversionError `conversion.failed` if a required sandbox is unavailable or the program has a vulnerability
   * that the format could exploit, or as the runner does
   */
  async run(task: EngineTask, signal: AbortSignal, onProgress?: ProgressListener): Promise<EngineResult> {
    const { engine, program, from } = task;
    if (program === undefined || !isProgramId(engine)) return this.#runner.run(task, signal, onProgress);
    const inspection = await untilAborted(this.#inspector.inspect(engine, program), signal);
    if (isUpstreamBuild(this.#platform)) checkVulnerabilities(engine, inspection.version, from);
    const { program: inspected, confinement } = inspection;
    if (confinement.by === 'refusal') {
      throw new ConversionError(fault(refusals[confinement.why], programs[engine].name));
    }
    return this.#runner.run({ ...task, program: inspected, confinement }, signal, onProgress);
  }
}

const refusals = { root: 'program.root', unstarted: 'program.sandboxUnstarted' } as const;

function checkVulnerabilities(id: ProgramId, version: string | undefined, format: string): void {
  if (version === undefined) return;
  const vulnerabilities = openVulnerabilities(id, version, format);
  if (vulnerabilities === undefined) return;
  const { name } = programs[id];
  const advisories = vulnerabilities.advisories.join(', ');
  throw new ConversionError(
    fault('program.holes', name, version, format.toUpperCase(), advisories, vulnerabilities.fixedIn),
  );
}

/**
 * Runs the work, with the second engine if necessary.
 * @throws as the runner does
 */
export async function runTask(
  runner: Runner,
  task: EngineTask,
  signal: AbortSignal,
  onProgress?: ProgressListener,
): Promise<EngineResult> {
  try {
    return await runner.run(task, signal, onProgress);
  } catch (error) {
    const isBeyond = isConversionError(error) && error.code === 'conversion.program_needed';
    if (!isBeyond || task.helper === undefined) throw error;
    await rm(task.outputPath, { force: true });
    return runner.run({ ...task, ...task.helper }, signal, onProgress);
  }
}

/** The fault of a job whose work failed with this error. */
export function faultOf(error: unknown): Fault {
  return isConversionError(error) ? error.fault : internalFault;
}
