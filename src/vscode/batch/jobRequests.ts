import * as vscode from 'vscode';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { placementOf, type Work } from '../../planning/work.ts';
import type { PlannedFile, RefusedFile, WorkPlan } from '../../planning/workPlan.ts';
import type { JobRequest, Problem } from '../../jobs/core/job.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import { baseName } from '../../jobs/core/fileUri.ts';
import { combinedFiles } from '../request/combinedFiles.ts';
import { chooseOutput, type OutputChoice } from '../request/outputChoice.ts';
import { currentSettings } from '../settings.ts';

/** The job requests of a plan. */
interface BatchRequests {
  readonly requests: readonly JobRequest[];
  /** Files that have no job, including those whose output folder can't be used. */
  readonly refused: readonly RefusedFile[];
  /** The reasons why output settings of the workspace are ignored, without duplicates. */
  readonly ignored: readonly Problem[];
}

/** A request for each file of a plan. The current settings determine its output. */
export function requestsOf({ work, planned, refused }: WorkPlan): BatchRequests {
  const choices = planned.map((each, index) => {
    const combined = work.tool === 'combine' ? combinedFiles(each.together ?? [], work.order) : undefined;
    const file = { ...each, uri: combined?.sources[0]?.uri ?? each.uri };
    return { file, combined, output: outputOf(file, index, planned.length, work) };
  });
  const ignored = choices.flatMap(({ output }) => output.ignored);
  return {
    requests: choices.flatMap(
      ({
        file: {
          uri,
          service,
          format,
          targetFormat = work.targetFormat,
          options = work.options,
          awaitsCredits,
        },
        combined,
        output: { templates, fault },
      }) =>
        fault === undefined
          ? {
              tool: work.tool,
              targetFormat,
              combined,
              service,
              awaitsCredits,
              options,
              picturesFrom: picturesFrom(uri, format, targetFormat, options),
              source: uri,
              ...(work.imageSet === undefined ? {} : { imageSet: work.imageSet }),
              sourceFormat:
                combined === undefined && formatOfFileName(baseName(uri)) === undefined ? format : undefined,
              placement: {
                ...placementOf(currentSettings.placement(vscode.Uri.parse(uri)), work),
                output: templates,
              },
            }
          : [],
    ),
    refused: [
      ...refused,
      ...choices.flatMap(({ file: { uri, service }, output: { fault } }) =>
        fault === undefined ? [] : { uri, service, problem: fault },
      ),
    ],
    ignored: [...new Map(ignored.map((problem) => [`${problem.code} ${problem.detail}`, problem])).values()],
  };
}

/** Target formats that can contain the pictures that a text shows. */
const illustrated: ReadonlySet<string> = new Set([
  'azw3',
  'docx',
  'epub',
  'fb2',
  'html',
  'mobi',
  'odt',
  'pdf',
  'pptx',
  'rtf',
]);

/** The workspace folder that contains the pictures to embed in a text. `undefined` if none are embedded. */
export function picturesFrom(
  uri: string,
  format: string,
  targetFormat: string | undefined,
  options: JobOptions = {},
): string | undefined {
  const isShowing = (format === 'md' || format === 'html') && options['pictures'] !== false;
  if (!isShowing || targetFormat === undefined || !illustrated.has(targetFormat)) return undefined;
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri))?.uri.toString();
}

/** The folder and name of a file's results, from the plan, or else from the work and the current settings. */
export function outputOf(
  { uri, output: decided }: Pick<PlannedFile, 'uri' | 'output'>,
  index: number,
  count: number,
  { output, preset, inPlace = false }: Pick<Work, 'output' | 'preset' | 'inPlace'>,
): OutputChoice {
  if (inPlace || decided !== undefined) return { templates: decided, fault: undefined, ignored: [] };
  const resource = vscode.Uri.parse(uri);
  const workspace = vscode.workspace.getWorkspaceFolder(resource)?.uri.toString();
  const requests = [...(output === undefined ? [] : [output]), ...currentSettings.outputRequests(resource)];
  return chooseOutput(uri, workspace, requests, { number: index + 1, count, preset });
}
