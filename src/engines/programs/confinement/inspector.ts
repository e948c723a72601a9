import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Launch } from '../../../util/childProcess.ts';
import type { Confinement, MechanismId, Refusal } from '../../api/program.ts';
import type { FoundPrograms } from '../findPrograms.ts';
import type { ProgramFacts } from '../programFacts.ts';
import { type ProgramId, programs } from '../programs.ts';
import { isUpstreamBuild, openVulnerabilities } from '../vulnerabilities.ts';
import { runConfined } from './confinement.ts';
import { mechanisms } from './mechanisms.ts';
import { probe } from './probe.ts';
import { programFiles } from './programFiles.ts';
import { isRoot, temporaryName } from './sandbox.ts';

/** The facts about a program, which are valid until its file changes. */
export interface Inspection {
  /** The path to start the program with. */
  readonly program: string;
  /** The sandbox of the program, or the reason why the program isn't run. */
  readonly confinement: Confinement | Refusal;
  /** The program's version; absent if the program reports none. */
  readonly version?: string;
  /** True if this computer can sandbox any program. */
  readonly canConfine: boolean;
}

/** A sandbox that passed its test on this computer. */
interface HeldMechanism {
  readonly by: MechanismId;
  readonly executable: string;
}

interface TriedMechanisms {
  readonly held: readonly HeldMechanism[];
  /** True if every sandbox was tested with a definite result. */
  readonly isSure: boolean;
}

const maxVersionMs = 20_000;

interface Options {
  /** Time limit for reporting a version, which is slow the first time after a reboot. */
  readonly maxVersionMs?: number | undefined;
  /** The launcher for programs, if another process starts them. */
  readonly launch?: Launch | undefined;
  /** Time limits for each test of a sandbox. */
  readonly probeMs?: readonly number[];
  /** True if programs must be sandboxed. Defaults to true for root, unless sandboxing is disabled. */
  readonly mustConfine?: boolean;
}

/**
 * Decides how each program is sandboxed, before the program gets any file, so that files can't affect the decision. Each
 * sandbox is tested once with a trusted program. Each other program is then asked for its version in the first sandbox
 * that works:
 *
 * - If it reports its version, or takes too long, it uses this sandbox from then on. The same applies if it reports no
 *   version outside the sandbox either, because then the sandbox isn't the cause.
 * - If it reports its version only outside the sandbox, because its files are at unusual paths, the next sandbox is
 *   tried. If no sandbox is left, the program runs unsandboxed, and the user interface says so. This never happens
 *   because a conversion failed, and never as root.
 * - If a sandbox might work but couldn't be tested in time, the program isn't run. The next inspection tries again.
 */
export class ProgramInspector {
  readonly #folder: string;
  readonly #mechanismIds: readonly MechanismId[];
  readonly #options: Options;
  readonly #mustConfine: boolean;
  readonly #inspections = new Map<string, Promise<Inspection>>();
  #tried: Promise<TriedMechanisms> | undefined;

  /**
   * @param folder for temporary files
   * @param mechanismIds the permitted sandboxes; if empty, programs run unsandboxed, even as root
   */
  constructor(folder: string, mechanismIds: readonly MechanismId[], options: Options = {}) {
    this.#folder = folder;
    this.#mechanismIds = mechanismIds;
    this.#options = options;
    this.#mustConfine = options.mustConfine ?? (isRoot() && mechanismIds.length > 0);
  }

  /** Inspects a program. The first inspection takes a fraction of a second, and the result is cached. */
  async inspect(id: ProgramId, program: string): Promise<Inspection> {
    const { mtimeMs, size } = await stat(program).catch(() => ({ mtimeMs: 0, size: 0 }));
    const key = [id, program, mtimeMs, size].join('\n');
    const inspection = this.#inspections.get(key) ?? this.#decide(id, program);
    this.#inspections.set(key, inspection);
    const { confinement } = await inspection;
    if (confinement.by === 'refusal' && confinement.why === 'unstarted') this.#inspections.delete(key);
    return inspection;
  }

  async #decide(id: ProgramId, program: string): Promise<Inspection> {
    const { held, isSure } = await (this.#tried ??= this.#tryMechanisms());
    const canConfine = held.length > 0;
    const by = await packager(program);
    const real = await realpath(program).catch(() => program);
    const files = await programFiles(real);
    const sandboxes = (by === undefined ? held : []).map(({ by, executable }): Confinement => {
      const { systemFiles } = mechanisms[by];
      return { by, executable, files: [...systemFiles, ...files.filter((file) => !isIn(systemFiles, file))] };
    });
    for (const confinement of sandboxes) {
      const answer = await this.#ask(id, real, confinement);
      if (answer !== undefined) return { program: real, confinement, canConfine, ...answer };
    }
    const [sandbox] = sandboxes;
    if (by === undefined && !isSure) return refused(program, canConfine, 'unstarted');
    if (this.#mustConfine) {
      if (sandbox === undefined) return refused(program, canConfine, 'root');
      return { program: real, confinement: sandbox, canConfine };
    }
    const unconfined: Confinement = { by: by ?? 'nobody' };
    const answer = await this.#ask(id, program, unconfined);
    if (answer === undefined && sandbox !== undefined)
      return { program: real, confinement: sandbox, canConfine };
    return { program, confinement: unconfined, canConfine, ...answer };
  }

  async #tryMechanisms(): Promise<TriedMechanisms> {
    const tried = await Promise.all(this.#mechanismIds.map(async (by) => this.#tryMechanism(by)));
    const isSure = !tried.includes('unknown');
    if (!isSure) this.#tried = undefined;
    return { held: tried.filter((each) => each !== 'unknown' && each !== 'fails'), isSure };
  }

  async #tryMechanism(by: MechanismId): Promise<HeldMechanism | 'fails' | 'unknown'> {
    const { platform, executables } = mechanisms[by];
    if (platform !== process.platform) return 'fails';
    const there = await Promise.all(executables.map(async (file) => ((await canRun(file)) ? [file] : [])));
    const [executable] = there.flat();
    if (executable === undefined) return 'fails';
    const verdict = await probe({ by, executable, folder: this.#folder, ...this.#options });
    return verdict === 'holds' ? { by, executable } : verdict;
  }

  /**
   * Asks a program for its version. Returns `undefined` if the program fails or prints nothing, and an empty object if
   * it takes too long or the version is unknown.
   */
  async #ask(
    id: ProgramId,
    program: string,
    confinement: Confinement,
  ): Promise<Pick<Inspection, 'version'> | undefined> {
    const { args, answer } = programs[id].version;
    const folder = path.join(this.#folder, `version-${randomUUID()}`);
    const home = path.join(folder, 'home');
    const tooLong = AbortSignal.timeout(this.#options.maxVersionMs ?? maxVersionMs);
    try {
      await mkdir(path.join(home, temporaryName), { recursive: true, mode: 0o700 });
      const command = { program: await withConsole(program), args };
      const sandbox = { folder, home, inputs: [] };
      const { exitCode, said } = await runConfined(confinement, sandbox, command, {
        signal: tooLong,
        launch: this.#options.launch,
      });
      if (tooLong.aborted) return {};
      if (exitCode !== 0 || said.trim() === '') return undefined;
      const version = answer.exec(said)?.[1];
      return version === undefined ? {} : { version };
    } catch {
      // A sandbox that can't be started now worked in its test, so this isn't evidence against the sandbox.
      return 'executable' in confinement ? {} : undefined;
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
  }
}

/** Returns LibreOffice's console executable on Windows, because the regular one shows its version in a window. */
async function withConsole(program: string): Promise<string> {
  const other = program.replace(/\.exe$/i, '.com');
  return process.platform === 'win32' && (await canRun(other)) ? other : program;
}

function refused(program: string, canConfine: boolean, why: Refusal['why']): Inspection {
  return { program, confinement: { by: 'refusal', why }, canConfine };
}

function isIn(folders: readonly string[], file: string): boolean {
  return folders.some((folder) => file === folder || file.startsWith(folder + path.sep));
}

async function canRun(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Returns the packaging system that already sandboxes a program. Snap and Flatpak start programs in sandboxes whose
 * permissions the package defines.
 */
async function packager(program: string): Promise<'snap' | 'flatpak' | undefined> {
  const folder = path.dirname(program);
  if (folder.endsWith('/flatpak/exports/bin')) return 'flatpak';
  const real = await realpath(program).catch(() => program);
  return folder.endsWith('/snap/bin') || path.basename(real) === 'snap' ? 'snap' : undefined;
}

/** Collects facts about the installed programs for display. */
export async function describePrograms(
  found: FoundPrograms,
  inspector: ProgramInspector,
): Promise<ProgramFacts[]> {
  return Promise.all([...found].map(async ([id, path]) => describeProgram(id, path, inspector)));
}

async function describeProgram(
  id: ProgramId,
  path: string,
  inspector: ProgramInspector,
): Promise<ProgramFacts> {
  const { version, confinement, canConfine } = await inspector.inspect(id, path);
  const vulnerabilities = version === undefined ? undefined : openVulnerabilities(id, version);
  return {
    id,
    path,
    ...(version === undefined ? {} : { version }),
    ...confinerOf(confinement),
    couldBeConfined: confinement.by === 'nobody' && canConfine,
    ...(vulnerabilities === undefined
      ? {}
      : { vulnerabilities: { ...vulnerabilities, areRefused: isUpstreamBuild() } }),
  };
}

function confinerOf(confinement: Inspection['confinement']): Pick<ProgramFacts, 'confiner' | 'refusal'> {
  switch (confinement.by) {
    case 'nobody':
      return {};
    case 'refusal':
      return { refusal: confinement.why };
    default:
      return { confiner: confinement.by };
  }
}
