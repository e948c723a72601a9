import * as z from 'zod/mini';
import type { DocumentedToolId } from '../../contract/tools.ts';
import { combinationOrders, type Work } from '../../planning/work.ts';
import { optionalOptions, optionalText, readInput } from './callerInput.ts';
import type { PresetList } from './presets.ts';
import { workOf } from './work.ts';

const common = {
  preset: optionalText,
  options: optionalOptions,
  outputFolder: optionalText,
  outputName: optionalText,
};
const compressing = z.strictObject(common);
const converting = z.strictObject({
  ...common,
  targetFormat: optionalText,
  combine: z.optional(z.boolean()),
  order: z.optional(z.enum(combinationOrders)),
});

/**
 * The work that code, or a key binding, requests from a command.
 * @throws ArgumentsError for an invalid request
 */
export function givenWork(tool: DocumentedToolId, given: unknown, presets: PresetList): Work {
  const input: z.infer<typeof converting> =
    tool === 'convert' ? readInput(converting, given) : readInput(compressing, given);
  const { targetFormat: target, outputFolder: folder, outputName: name, ...wish } = input;
  return workOf(tool, { ...wish, target, folder, name }, presets, 'targetFormat');
}
