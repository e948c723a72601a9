import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Confinement, WayId } from '../../api/confinement.ts';
import { type ProgramId, programs } from '../programs.ts';
import { temporaryName } from './box.ts';
import { confined } from './confinement.ts';
import { packager } from './packager.ts';
import { confines } from './probe.ts';
import { programFiles } from './programFiles.ts';
import { spawned } from './spawned.ts';
import { ways } from './ways.ts';

/** What was found out about a program, which holds until its file changes. */
export interface Inspection {
  /** The path to start it by. */
  readonly program: string;
  readonly confinement: Confinement;
  /** Absent where it names none. */
  readonly version?: string;
  /** Whether something on this computer confines programs, be it not this one. */
  readonly canConfine: boolean;
}

/** A way that holds here. */
interface HeldWay {
  readonly by: WayId;
  readonly executable: string;
}

/**
 * Decides how each program is confined, before it is given any file, so that no file has a say in it. Each way is tried
 * once, on a program of ours. A program is then asked for its version, in the first way that held:
 *
 * - One that tells it is confined so from then on. It is also for one that takes too long, or that tells none outside of
 *   the box either: whatever it lacks, it is not the box.
 * - One that tells it outside only, since what it needs lies where nobody would look for it, is tried in the next way. If
 *   none is left, it runs unconfined, and is reported so; it never does because a conversion failed.
 */
export class ProgramInspector {
  readonly #folder: string;
  readonly #wayIds: readonly WayId[];
  readonly #maxVersionMs: number;
  readonly #inspections = new Map<string, Promise<Inspection>>();
  #heldWays: Promise<HeldWay[]> | undefined;

  /**
   * @param folder where files can be left for a moment
   * @param maxVersionMs how long a program may take to tell its version, the first time after the computer was started
   */
  constructor(folder: string, wayIds: readonly WayId[], maxVersionMs = 20_000) {
    this.#folder = folder;
    this.#wayIds = wayIds;
    this.#maxVersionMs = maxVersionMs;
  }

  /** Takes part of a second the first time, and nearly nothing from then on. */
  async inspect(id: ProgramId, program: string): Promise<Inspection> {
    const { mtimeMs, size } = await stat(program).catch(() => ({ mtimeMs: 0, size: 0 }));
    const key = [id, program, mtimeMs, size].join('\n');
    const inspection = this.#inspections.get(key) ?? this.#decide(id, program);
    this.#inspections.set(key, inspection);
    return inspection;
  }

  async #decide(id: ProgramId, program: string): Promise<Inspection> {
    const held = await (this.#heldWays ??= this.#tryWays());
    const canConfine = held.length > 0;
    const by = await packager(program);
    const real = await realpath(program).catch(() => program);
    const files = await programFiles(real);
    const boxes = (by === undefined ? held : []).map(({ by, executable }): Confinement => {
      const { systemFiles } = ways[by];
      return { by, executable, files: [...systemFiles, ...files.filter((file) => !isIn(systemFiles, file))] };
    });
    for (const confinement of boxes) {
      const answer = await this.#ask(id, real, confinement);
      if (answer !== undefined) return { program: real, confinement, canConfine, ...answer };
    }
    const [box] = boxes;
    const unconfined: Confinement = { by: by ?? 'nobody' };
    const answer = await this.#ask(id, program, unconfined);
    if (answer === undefined && box !== undefined) return { program: real, confinement: box, canConfine };
    return { program, confinement: unconfined, canConfine, ...answer };
  }

  async #tryWays(): Promise<HeldWay[]> {
    const tried = this.#wayIds.map(async (by): Promise<HeldWay[]> => {
      const { platform, executables } = ways[by];
      if (platform !== process.platform) return [];
      const there = await Promise.all(executables.map(async (file) => ((await canRun(file)) ? [file] : [])));
      const [executable] = there.flat();
      if (executable === undefined || !(await confines(ways[by], executable, this.#folder))) return [];
      return [{ by, executable }];
    });
    return (await Promise.all(tried)).flat();
  }

  /** Asks for the version; `undefined` for a program that says nothing, or fails, and nothing in it for one that takes too long. */
  async #ask(
    id: ProgramId,
    program: string,
    confinement: Confinement,
  ): Promise<Pick<Inspection, 'version'> | undefined> {
    const { args, answer } = programs[id].version;
    const folder = path.join(this.#folder, `version-${randomUUID()}`);
    const home = path.join(folder, 'home');
    const tooLong = AbortSignal.timeout(this.#maxVersionMs);
    try {
      await mkdir(path.join(home, temporaryName), { recursive: true, mode: 0o700 });
      const command = { program: await withConsole(program), args };
      const { exitCode, said } = await spawned(
        confined(confinement, { folder, home, inputs: [] }, command),
        home,
        tooLong,
      );
      if (tooLong.aborted) return {};
      if (exitCode !== 0 || said.trim() === '') return undefined;
      const version = answer.exec(said)?.[1];
      return version === undefined ? {} : { version };
    } catch {
      return undefined;
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
  }
}

/** On Windows, LibreOffice shows its version in a window, unless it is asked by the name that has none. */
async function withConsole(program: string): Promise<string> {
  const other = program.replace(/\.exe$/i, '.com');
  return process.platform === 'win32' && (await canRun(other)) ? other : program;
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
