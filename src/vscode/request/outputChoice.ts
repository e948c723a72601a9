import type { OutputTemplates, Problem } from '../../jobs/core/job.ts';
import {
  nameFault,
  outputFolderFault,
  templateValues,
  workspaceFolderFault,
} from '../../jobs/placement/template.ts';
import type { OutputRequest } from '../../planning/work.ts';

/** A file's number within its batch, and the preset in use. */
export interface Numbering {
  /** The file's number, starting at 1. */
  readonly number: number;
  readonly count: number;
  /** Name of the preset that requested the work. */
  readonly preset?: string | undefined;
}

/** The folder and name for an output, out of those that presets and settings ask for. */
export interface OutputChoice {
  /** The templates; `undefined` for the source's folder and the service's name. */
  readonly templates: OutputTemplates | undefined;
  /** The reason why nothing can be saved: the folder or name that the user asked for is invalid. */
  readonly fault: Problem | undefined;
  /** The reasons why a folder or name that a workspace asked for is ignored: it is invalid, or not allowed. */
  readonly ignored: readonly Problem[];
}

/** Chooses the folder and the name separately, each from the first entry that asks for one. */
export function chooseOutput(
  source: string,
  workspace: string | undefined,
  requests: readonly OutputRequest[],
  { number, count, preset }: Numbering,
): OutputChoice {
  const base = { workspace, preset, number: String(number).padStart(String(count).length, '0') };
  const asTemplates = ({ folder, ofWorkspace = false }: OutputRequest): OutputTemplates => ({
    ...base,
    folder: folder === '' ? undefined : folder,
    name: undefined,
    staysInWorkspace: ofWorkspace,
  });
  const values = templateValues(source, base, { extension: '', size: undefined });
  const folder = firstFit(
    requests.filter((request) => request.folder !== undefined),
    (request) => {
      if (!request.folder) return undefined;
      if (request.ofWorkspace !== true) return outputFolderFault(request.folder);
      return workspaceFolderFault(source, asTemplates(request), values);
    },
  );
  const name = firstFit(
    requests.filter((request) => request.name !== undefined),
    (request) => nameFault(request.name ?? ''),
  );
  const templates = {
    ...asTemplates(folder.request ?? {}),
    name: name.request?.name === '' ? undefined : name.request?.name,
  };
  const isUsual = templates.folder === undefined && templates.name === undefined;
  return {
    templates: isUsual ? undefined : templates,
    fault: folder.fault ?? name.fault,
    ignored: [...folder.ignored, ...name.ignored],
  };
}

/**
 * The first entry that is valid. Invalid entries of a workspace are ignored. An invalid entry of the user is a fault.
 */
function firstFit(
  requests: readonly OutputRequest[],
  faultOf: (request: OutputRequest) => Problem | undefined,
): { request: OutputRequest | undefined; fault: Problem | undefined; ignored: readonly Problem[] } {
  const ignored: Problem[] = [];
  for (const request of requests) {
    const fault = faultOf(request);
    if (fault === undefined) return { request, fault, ignored };
    if (request.ofWorkspace !== true) return { request: undefined, fault, ignored };
    ignored.push(fault);
  }
  return { request: undefined, fault: undefined, ignored };
}
