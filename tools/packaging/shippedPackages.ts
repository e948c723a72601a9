import type { Metafile } from 'esbuild';
import { globSync } from 'node:fs';
import path from 'node:path';

/** A package that ships at least in part. */
export interface ShippedPackage {
  readonly folder: string;
  /** Files that ship besides code (WebAssembly, fonts, and data), by their names in the package. */
  readonly files: readonly string[];
}

const code = /\.[cm]?[jt]sx?$/;
const packageFolder = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * The packages in the bundles that `metafile` describes, and those installed beside them in `outdir`. Paths in
 * `metafile` are relative to `root`.
 */
export function shippedPackages(metafile: Metafile, root: string, outdir: string): ShippedPackage[] {
  const bundled = Map.groupBy(Object.keys(metafile.inputs), (file) => packageFolder.exec(file)?.[0]);
  const names = outputNames(metafile);
  const fromBundles = [...bundled].flatMap(([folder, files]) => {
    if (folder === undefined) return [];
    const others = files.filter((file) => !code.test(file));
    const shipped = others.map((file) => names.get(file) ?? path.posix.basename(file));
    return [{ folder: path.join(root, folder), files: shipped.toSorted() }];
  });
  const installed = globSync('node_modules/{*,@*/*}/package.json', { cwd: outdir }).map((file) => ({
    folder: path.join(outdir, path.dirname(file)),
    files: [],
  }));
  return [...fromBundles, ...installed].toSorted((a, b) => a.folder.localeCompare(b.folder, 'en'));
}

/** The output names of files that are copied beside the bundles. */
function outputNames({ outputs }: Metafile): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(outputs)
      .filter(([output]) => !code.test(output))
      .flatMap(([output, { inputs }]) =>
        Object.keys(inputs).map((input) => [input, path.posix.basename(output)] as const),
      ),
  );
}
