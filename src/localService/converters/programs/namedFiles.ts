import { copyFile, link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Work } from '../work.ts';
import { homeOf } from './run.ts';

/** The input under a name with its format's extension, for programs that go by that. Nothing of its own name is used. */
export async function namedInput(work: Work): Promise<string> {
  const { inputPath, outputPath, from } = work;
  const named = path.join(homeOf(work), `${path.basename(outputPath)}.${from}`);
  await mkdir(path.dirname(named), { recursive: true, mode: 0o700 });
  // Not every file system has links.
  await link(inputPath, named).catch(async () => copyFile(inputPath, named));
  return named;
}

/** Where such a program writes: beside the output's place, where its size is watched. */
export function namedOutput({ outputPath, to }: Work): string {
  return `${outputPath}.${to}`;
}
