import { writeFile } from 'node:fs/promises';
import type { EngineTask } from '../api/task.ts';
import { readText } from '../lib/readText.ts';
import { writeJson } from '../data/json.ts';
import { isList, isMap, type Tree, type TreeMap } from '../data/tree.ts';
import { writeBestWithinSize } from '../lib/search.ts';
import { enforceSizeLimits, maxBytesOf } from '../lib/compressionOptions.ts';
import {
  maxPictureMs,
  type PictureRequirements,
  pictureSteps,
  smallerPicture,
} from '../officeArchives/compress.ts';
import { jupyterIndent, mapIn, parseNotebook, pictureTypes, textOf } from './notebook.ts';
import { notebookCompressionOptions } from './notebooks.ts';

/**
 * Reduces the size of a notebook's pictures, or removes all outputs. Everything else stays unchanged.
 * @throws ConversionError
 */
export async function compressNotebook(task: EngineTask): Promise<void> {
  const wanted = notebookCompressionOptions.parse(task.options);
  const text = await readText(task.inputPath, 'ipynb');
  const { tree, cells } = parseNotebook(text);
  const indent = text.trimEnd().includes('\n') ? jupyterIndent : 0;
  const kept = wanted.outputs === false ? cells.map(withoutOutputs) : cells;
  const most = maxBytesOf(wanted);
  const steps = pictureSteps(wanted);
  const count = most === Infinity || wanted.lossless === true ? 1 : steps.length;
  await writeBestWithinSize(
    task.outputPath,
    count,
    async (index) => {
      const deadline = performance.now() + maxPictureMs;
      const smaller: TreeMap[] = [];
      for (const cell of kept) smaller.push(await smallerCell(cell, steps[index] ?? wanted, deadline));
      await writeFile(task.outputPath, writeJson(new Map([...tree, ['cells', smaller]]), indent));
    },
    most,
  );
  await enforceSizeLimits(task, wanted);
}

function withoutOutputs(cell: TreeMap): TreeMap {
  if (cell.get('cell_type') !== 'code') return cell;
  return new Map([...cell, ['execution_count', null], ['outputs', []]]);
}

async function smallerCell(cell: TreeMap, wanted: PictureRequirements, deadline: number): Promise<TreeMap> {
  const changed = new Map<string, Tree>(cell);
  const outputs = cell.get('outputs');
  if (outputs !== undefined && isList(outputs)) {
    const smaller: Tree[] = [];
    for (const output of outputs) {
      smaller.push(isMap(output) ? await withSmaller(output, ['data'], wanted, deadline) : output);
    }
    changed.set('outputs', smaller);
  }
  const names = [...mapIn(cell, 'attachments').keys()];
  return names.length === 0
    ? changed
    : new Map([
        ...changed,
        ['attachments', await withSmaller(mapIn(cell, 'attachments'), names, wanted, deadline)],
      ]);
}

/** Returns the map with smaller pictures in its media bundles, which contain one value for each media type. */
async function withSmaller(
  map: TreeMap,
  bundles: readonly string[],
  wanted: PictureRequirements,
  deadline: number,
): Promise<TreeMap> {
  const changed = new Map<string, Tree>(map);
  for (const name of bundles.filter((each) => map.has(each))) {
    const bundle = new Map<string, Tree>(mapIn(map, name));
    for (const type of pictureTypes) {
      const content = Buffer.from(textOf(bundle.get(type)) ?? '', 'base64');
      const picture = performance.now() < deadline ? await smallerPicture(content, wanted) : undefined;
      if (picture !== undefined) bundle.set(type, picture.toString('base64'));
    }
    if (bundle.size > 0) changed.set(name, bundle);
  }
  return changed;
}
