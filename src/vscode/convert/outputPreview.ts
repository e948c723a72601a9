import * as vscode from 'vscode';
import type { SelectedFile } from '../../planning/possibilities.ts';
import { inFolder } from '../../jobs/files/fileUri.ts';
import { planOutput } from '../../jobs/placement/outputPlan.ts';
import { problemText } from '../text/problems.ts';
import { joined, verbatim, wholePath, type SafeText } from '../text/safeText.ts';
import { currentSettings } from '../settings.ts';
import { outputOf } from '../batch/jobRequests.ts';

/** A placeholder for parts of the path that depend on the target and the output. */
const open = '…';

/** The path of the first file's result in the workspace; `undefined` if the result is saved beside its source. */
export function outputPreview([first, ...others]: readonly SelectedFile[]): SafeText | undefined {
  if (first === undefined) return undefined;
  const { templates: output, fault } = outputOf(first, 0, 1 + others.length, {});
  if (fault !== undefined) return problemText(fault);
  if (output === undefined) return undefined;
  const { folder, name } = planOutput(
    {
      tool: 'convert',
      source: first.uri,
      targetFormat: open,
      placement: { ...currentSettings.placement(vscode.Uri.parse(first.uri)), output },
      chosenName: undefined,
    },
    undefined,
    { size: { width: open, height: open } },
  );
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(inFolder(folder, name)), false);
  return joined([verbatim('→'), wholePath(path)], ' ');
}
