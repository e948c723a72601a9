import type { ToolId } from '../../contract/tools.ts';
import { say, type Words } from './words.ts';

const names: Readonly<Record<ToolId, () => Words>> = {
  convert: () => say('Convert'),
  compress: () => say('Compress'),
  combine: () => say('Combine'),
};

/** The name of a tool on buttons. */
export function toolName(tool: ToolId): Words {
  return names[tool]();
}
