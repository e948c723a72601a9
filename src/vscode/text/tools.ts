import type { ToolId } from '../../contract/tools.ts';
import { say, type Words } from './words.ts';

const names: Readonly<Record<ToolId, () => Words>> = {
  convert: () => say('Convert'),
  compress: () => say('Compress'),
  combine: () => say('Combine'),
};

/** What a tool does, as a button says it. */
export function toolName(tool: ToolId): Words {
  return names[tool]();
}
