interface Arrow {
  readonly from: string;
  readonly to: string;
}

/**
 * The cycles between sibling folders at any depth, each as a list of its folders. A folder imports another if any file
 * in it does. Files directly in the parent folder are ignored.
 */
export function folderCycles(arrows: readonly Arrow[]): string[][] {
  const parents = new Set(arrows.flatMap(({ from }) => foldersOf(from)));
  return [...parents].flatMap((parent) => {
    const targets = targetsWithin(parent, arrows);
    const cyclic = [...targets.keys()].filter((folder) => reached(targets, folder).has(folder));
    return cyclic.length === 0 ? [] : [cyclic.toSorted()];
  });
}

/** All folders that contain a file, such as `src` and `src/jobs` for `src/jobs/job.ts`. */
function foldersOf(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return names.map((_, depth) => names.slice(0, depth + 1).join('/'));
}

/** The direct subfolders of a folder, each with its imported siblings. */
function targetsWithin(parent: string, arrows: readonly Arrow[]): Map<string, Set<string>> {
  const depth = parent.split('/').length;
  const folderOf = (file: string): string | undefined =>
    file.startsWith(`${parent}/`) ? foldersOf(file)[depth] : undefined;
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of arrows) {
    const [source, target] = [folderOf(from), folderOf(to)];
    if (source === undefined || target === undefined || source === target) continue;
    targets.set(source, (targets.get(source) ?? new Set()).add(target));
  }
  return targets;
}

function reached(targets: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set<string>();
  const pending = [start];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const next of targets.get(folder) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(next);
    }
  }
  return found;
}
