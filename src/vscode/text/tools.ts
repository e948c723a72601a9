import type { ToolId } from '../../contract/tools.ts';
import { say, type SafeText } from './safeText.ts';

const names: Readonly<Record<ToolId, () => SafeText>> = {
  convert: () => say('Convert'),
  compress: () => say('Compress'),
  combine: () => say('Combine'),
};

/** The name of a tool, as buttons show it. */
export function toolName(tool: ToolId): SafeText {
  return names[tool]();
}
