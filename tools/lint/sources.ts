import path from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { API, type Checker } from 'typescript/unstable/sync';

/** A file of a project, with its syntax tree and type checker. */
export interface Source {
  /** The path, which an editor can open. */
  readonly file: string;
  readonly tree: SourceFile;
  readonly checker: Checker;
}

/** A violation and its location, which an editor can open. */
export interface LintFinding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Passes the files below `src/` to `use`, as the compiler reads them in this project. */
export async function withSources<T>(
  folder: string,
  use: (sources: readonly Source[]) => T | Promise<T>,
): Promise<T> {
  const api = new API({ cwd: folder });
  try {
    const config = path.join(folder, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error(`${config} isn’t a project`);
    const sources = project.rootFiles.flatMap((name) => {
      const file = path.relative(folder, name).split(path.sep).join('/');
      const tree = file.startsWith('src/') ? project.program.getSourceFile(name) : undefined;
      return tree === undefined ? [] : [{ file, tree, checker: project.checker }];
    });
    return await use(sources);
  } finally {
    api.close();
  }
}

/** Every node of a file. */
export function* nodesOf({ tree }: Source): Generator<Node> {
  const pending: Node[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    node.forEachChild((child) => void pending.push(child));
  }
}

export function finding({ file, tree }: Source, node: Node, message: string): LintFinding {
  return { file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, message };
}
