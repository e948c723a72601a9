import * as z from 'zod/mini';
import type { Problem } from '../jobs/core/job.ts';
import { readGlob } from '../util/glob.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { type PlanCost, type PlannedFile, uploadsOf, type WorkPlan } from './workPlan.ts';

/** The first files of a plan that can be paid with these credits, at the minimum cost of each. */
export function affordable(plan: WorkPlan, { perFile }: PlanCost, credits: number): PlannedFile[] {
  let left = credits;
  return uploadsOf(plan).filter(({ format }) => {
    left -= perFile.get(format) ?? 1;
    return left >= 0;
  });
}

/**
 * The plan with only these uploads. The other files are processed on this computer if possible, and are left out
 * otherwise, or all of them wait for credits.
 */
export function withUploads(
  plan: WorkPlan,
  uploads: readonly PlannedFile[],
  others: 'here' | 'parked',
): WorkPlan {
  const kept = new Set(uploads);
  const planned = plan.planned.flatMap((file): PlannedFile[] => {
    if (file.service === 'local' || kept.has(file)) return [file];
    if (others === 'parked') return [{ ...file, awaitsCredits: true }];
    return file.couldRunLocally ? [{ ...file, service: 'local' }] : [];
  });
  return { ...plan, planned };
}

/** The plan without uploads. Files that this computer can't process are refused with the problem. */
export function withoutUploads(plan: WorkPlan, problem: Problem): WorkPlan {
  const refused = uploadsOf(plan)
    .filter(({ couldRunLocally }) => !couldRunLocally)
    .map(({ uri, service }) => ({ uri, service, problem }));
  return { ...withUploads(plan, [], 'here'), refused: [...plan.refused, ...refused] };
}

/**
 * True if a glob matches one of the file's paths, which have `/` between folders. A glob without a slash matches the
 * file's name. Case and Unicode composition don't matter, as macOS stores decomposed names. An invalid glob matches
 * every file, so that nothing is uploaded against the user's intent.
 */
export function matchesGlobs(globs: readonly string[], paths: readonly string[]): boolean {
  return globs.some((each) => {
    const glob = each.trim().normalize('NFC');
    if (glob === '') return false;
    const matches = readGlob(glob, { ignoreCase: true });
    const byName = !glob.includes('/');
    return (
      matches === undefined || paths.some((path) => matches((byName ? nameOf(path) : path).normalize('NFC')))
    );
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const consentsKey = 'uploadConsents';
const originsSchema = z.array(z.string());

/**
 * The origins of networks that the user has agreed to upload to, for one workspace or for all. A workspace can't grant
 * consent itself, since VS Code stores both outside the workspace.
 */
export class UploadConsents {
  readonly #workspace: KeyValueStore;
  readonly #user: KeyValueStore;

  constructor(workspace: KeyValueStore, user: KeyValueStore) {
    this.#workspace = workspace;
    this.#user = user;
  }

  /** True if files of this workspace may be uploaded to the origin. */
  has(origin: string | undefined): boolean {
    return origin !== undefined && originsIn(this.#workspace).includes(origin);
  }

  /**
   * True if files of any workspace may be uploaded to the origin. A window may continue the jobs of another one, which
   * had another workspace.
   */
  hasAnywhere(origin: string | undefined): boolean {
    return origin !== undefined && originsIn(this.#user).includes(origin);
  }

  async give(origin: string): Promise<void> {
    for (const store of [this.#workspace, this.#user]) {
      const origins = originsIn(store);
      if (!origins.includes(origin)) await store.update(consentsKey, [...origins, origin]);
    }
  }
}

function originsIn(store: KeyValueStore): readonly string[] {
  const parsed = originsSchema.safeParse(store.get(consentsKey));
  return parsed.success ? parsed.data : [];
}
