import { release } from 'node:os';
import * as vscode from 'vscode';
import type { Jobs } from '../../jobs/jobs.ts';
import type { LocalService } from '../localService/localService.ts';
import type { Connections } from '../network/connections.ts';
import { diagnostics, programsReport } from './reports.ts';
import { changedSettings, localSettings } from '../settings.ts';
import { say } from '../text/safeText.ts';
import { copyText } from '../ui/environment.ts';
import { showText, type ReportDocument } from '../ui/documents.ts';
import { showInformation, withProgress } from '../ui/messages.ts';

interface Diagnosed {
  readonly jobs: Jobs;
  readonly local: LocalService;
  readonly connections: Connections;
  readonly version: string;
}

/** Implements **Copy Diagnostics**: copies the facts for a bug report, without personal information. */
export function copyDiagnostics({ jobs, local, connections, version }: Diagnosed) {
  return async (): Promise<void> => {
    const title = say('Looking for programs');
    const programs = await withProgress({ place: 'statusBar', title }, async () =>
      local.describePrograms().catch(() => undefined),
    );
    const text = diagnostics({
      extension: version,
      surroundings: surroundings(),
      settings: changedSettings(),
      hasKey: (await connections.networkKey()) !== undefined,
      programs,
      jobs: jobs.all(),
    });
    await copyText(text);
    await showInformation(say('Copied. The text contains no file names, addresses, or keys.'), {
      title: say('Show Text'),
      run: async () => showText(text),
    });
  };
}

function surroundings(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isVirtual = folders.some(({ uri }) => uri.scheme !== 'file');
  const trust = vscode.workspace.isTrusted ? 'trusted' : 'not trusted';
  return [
    `VS Code ${vscode.version} (${vscode.env.appHost}), remote: ${vscode.env.remoteName ?? 'none'}`,
    `Language: ${vscode.env.language}`,
    `${process.platform} ${release()} ${process.arch}, Node ${process.versions.node}`,
    `Workspace: ${trust}, ${folders.length} folders${isVirtual ? ', virtual' : ''}`,
  ];
}

/**
 * Implements **Show Programs**: shows what each program adds, its location, version, sandbox, and problems.
 * @throws CodedError `localService.unavailable`
 */
export function showPrograms(local: LocalService, report: ReportDocument) {
  return async (): Promise<void> => {
    const title = say('Looking for programs');
    const programs = await withProgress({ place: 'statusBar', title }, async () => local.describePrograms());
    await report.show('programs', programsReport(programs, localSettings.programs().paths));
  };
}
