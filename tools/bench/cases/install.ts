import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { parse } from 'yaml';
import { toolEnv } from '../../../test/support/command.ts';
import { root } from '../../../test/support/paths.ts';
import { type Figure, figure } from '../benchmark.ts';
import { newFolder } from '../support/pictures.ts';

const run = promisify(execFile);
const megabyte = 1_000_000;
/** The size limit of a package. The build refuses larger ones. */
const maxMegabytes = 30;

/** The packages of all platforms, with their sizes and parts. */
export default async function* install(): AsyncGenerator<Figure> {
  const folder = await newFolder();
  const { jobs } = parse(await readFile(path.join(root, '.github/workflows/package.yml'), 'utf8'));
  for (const target of jobs.package.strategy.matrix.target) {
    const vsix = path.join(folder, `${target}.vsix`);
    const { stdout } = await run(
      'node',
      ['esbuild.mjs', '--package', '--target', target, '--out', vsix, '--max-mb', String(maxMegabytes)],
      { cwd: root, env: toolEnv() },
    );
    const content = await readFile(vsix);
    const { files, bytes } = unpacked(content);
    yield figure({
      name: `install-${target}`,
      ours: content.length / megabyte,
      reference: maxMegabytes,
      goal: 1,
      unit: 'MB',
      runs: 1,
      note: `${files} files, ${(bytes / megabyte).toFixed(1)} MB unpacked: ${partsOf(stdout)}`,
    });
    await rm(vsix);
  }
}

function unpacked(vsix: Uint8Array): { files: number; bytes: number } {
  let [files, bytes] = [0, 0];
  unzipSync(vsix, {
    filter: ({ originalSize }) => {
      files += 1;
      bytes += originalSize;
      return false;
    },
  });
  return { files, bytes };
}

/** The parts of the package that packaging prints, without the total. */
function partsOf(printed: string): string {
  const [, ...parts] = [...printed.matchAll(/^ *(\d+\.\d\d) MB +(.*)$/gm)];
  return parts.map(([, size, what]) => `${what} ${size}`).join(', ');
}
