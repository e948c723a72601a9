import type * as vscode from 'vscode';
import type { Jobs } from '../jobs/jobs.ts';
import type { Offers } from '../planning/offer.ts';
import { Staging } from './git/staging.ts';
import type { JobsTree } from './jobsView/jobsTree.ts';
import { ReferenceHistory } from './web/updateReferences.ts';
import { RuleSwitch } from './rules/ruleSwitch.ts';
import { Rules } from './rules/rules.ts';
import type { ContextKeys, Log } from './ui/environment.ts';
import { type RememberedChoices, rememberedChoices } from './request/lastWork.ts';

/** The session's parts that belong to the workspace, apart from its jobs. */
interface WorkspaceParts extends RememberedChoices, vscode.Disposable {
  /** The updates of references that can be undone. */
  readonly references: ReferenceHistory;
  readonly staging: Staging;
  readonly ruleSwitch: RuleSwitch;
}

interface SessionParts {
  readonly jobs: Jobs;
  readonly offers: Offers;
  readonly tree: JobsTree;
  readonly log: Log;
  readonly contextKeys: ContextKeys;
}

/** Creates the parts. The workspace's state is stored in VS Code's own storage, not in the workspace. */
export function workspaceParts(
  { jobs, offers, tree, log, contextKeys }: SessionParts,
  context: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState' | 'globalStorageUri'>,
): WorkspaceParts {
  const { globalState, workspaceState, globalStorageUri } = context;
  const staging = new Staging(jobs, workspaceState);
  const ruleSwitch = new RuleSwitch(workspaceState);
  const rules = new Rules({
    jobs,
    offers,
    ruleSwitch,
    contextKeys,
    storageFolder: globalStorageUri.fsPath,
    log: (message) => log.info(message),
    show: (state) => tree.setRules(state),
  });
  return {
    ...rememberedChoices(globalState),
    references: new ReferenceHistory(workspaceState),
    staging,
    ruleSwitch,
    dispose: () => {
      rules.dispose();
      staging.dispose();
    },
  };
}
