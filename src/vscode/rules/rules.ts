import * as vscode from 'vscode';
import { systemClock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { commands, contextKeys, settings, views } from '../../manifest.ts';
import type { ContextKeys } from '../ui/environment.ts';
import { brokenRuleText, type RuleList, ruleLines } from './ruleList.ts';
import { failedRulesText, type RulesState } from './rulesRow.ts';
import { affects, currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { say, sayCount, joined, sentences } from '../text/safeText.ts';
import { commandAction, showWarning, confirm, openSettingAction, showInformation } from '../ui/messages.ts';
import { type RuleParts, type FolderOutcome, RuledFolder } from './ruledFolder.ts';
import type { RuleSwitch } from './ruleSwitch.ts';

interface RulesParts extends RuleParts {
  readonly ruleSwitch: RuleSwitch;
  readonly contextKeys: ContextKeys;
  readonly storageFolder: string;
  readonly log: (message: string) => void;
  /** Shows the state of the rules. `undefined` removes it, because the rules are off. */
  readonly show: (state: RulesState | undefined) => void;
}

/**
 * Applies the workspace's rules while the user has turned them on and trusts the workspace. Otherwise, watches nothing.
 */
export class Rules implements Disposable {
  readonly #parts: RulesParts;
  readonly #owned = new DisposableStore();
  #folders = new DisposableStore();
  #watched = '';
  #last: RulesState['last'];
  #isElsewhere = false;
  #question: Promise<boolean> | undefined;

  constructor(parts: RulesParts) {
    this.#parts = parts;
    this.#owned.add(parts.ruleSwitch.onDidChange(() => this.#update()));
    this.#owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#update()));
    this.#owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#update()));
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (affects(event, settings.rules, settings.presets)) this.#update(true);
      }),
    );
    this.#update();
  }

  dispose(): void {
    this.#folders.dispose();
    this.#owned.dispose();
  }

  #update(reportsBroken = false): void {
    const { ruleSwitch, contextKeys: keys, log } = this.#parts;
    const rules = currentSettings.rules();
    const { usable, broken } = rules;
    const isOn = this.#isOn(rules);
    if (vscode.workspace.isTrusted && ruleSwitch.isOutdatedFor(rules)) void this.#turnOffChanged();
    const folders = isOn && usable.length > 0 ? diskFolders() : [];
    const watched = folders.join('\n');
    if (watched !== this.#watched) {
      this.#folders.dispose();
      this.#folders = new DisposableStore();
      for (const folder of folders) this.#folders.add(this.#folder(folder));
      this.#watched = watched;
      this.#isElsewhere = false;
    }
    keys.set(contextKeys.rulesAreOn, ruleSwitch.isOnFor(rules));
    const faults = isOn ? broken.map(brokenRuleText) : [];
    for (const fault of faults) log(fault);
    if (reportsBroken && faults.length > 0) void showWarning(sentences(faults));
    this.#show();
  }

  #folder(folder: vscode.Uri): RuledFolder {
    const { jobs, offers, storageFolder, log } = this.#parts;
    return new RuledFolder(folder, {
      jobs,
      offers,
      storageFolder,
      rules: () => {
        const rules = currentSettings.rules();
        return this.#isOn(rules) ? rules : { usable: [], broken: [] };
      },
      mayStart: async (count) => (this.#question ??= this.#ask(count)),
      onDidWork: (outcome) => this.#onDidWork(outcome),
      onFault: (error) => log(`Rules failed unexpectedly: ${String(error)}`),
    });
  }

  /**
   * Asks whether this many files may be processed. Asks only once, even if more changes arrive while the question is
   * open.
   */
  async #ask(count: number): Promise<boolean> {
    let isYes = false;
    const question = sayCount(count, {
      one: '{0} file was added or saved at once. Apply this workspace’s rules to it?',
      other: '{0} files were added or saved at once. Apply this workspace’s rules to them?',
    });
    const yes = { title: say('Apply Rules'), run: async () => void (isYes = true) };
    await showWarning(question, yes, { title: say('Skip These Files'), run: async () => undefined });
    this.#question = undefined;
    return isYes;
  }

  #onDidWork({ last, failures, isElsewhere }: FolderOutcome): void {
    this.#isElsewhere = isElsewhere;
    if (last !== undefined) this.#last = { source: last, at: systemClock.now() };
    this.#show();
    if (failures.length === 0) return;
    const reasons = failures.map(({ problem }) => problemText(problem));
    for (const { problem } of failures) this.#parts.log(`A rule failed: ${problem.code}: ${problem.detail}`);
    const sources = failures.map(({ source }) => source);
    void showWarning(
      failedRulesText(sources, reasons),
      commandAction(say('Show Jobs'), `${views.jobs}.focus`),
    );
  }

  #isOn(rules: RuleList): boolean {
    return vscode.workspace.isTrusted && this.#parts.ruleSwitch.isOnFor(rules);
  }

  /** Turns the rules off if they differ from those that the user was shown. Reports that once. */
  async #turnOffChanged(): Promise<void> {
    await this.#parts.ruleSwitch.turnOff();
    const changed = say(
      'This workspace’s rules have changed since you turned them on, so they were turned off. Review them to turn them on again.',
    );
    await showWarning(changed, commandAction(say('Review Rules'), commands.turnRulesOn));
  }

  #show(): void {
    const rules = currentSettings.rules();
    const isOn = this.#isOn(rules);
    const count = rules.usable.length;
    this.#parts.show(isOn ? { count, last: this.#last, isElsewhere: this.#isElsewhere } : undefined);
  }
}

/** Workspace folders on this computer's disk. Rules don't apply to other file systems. */
function diskFolders(): vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? uri : []));
}

/** Implements **Turn On Conversion Rules**: shows the rules of the workspace, and applies them once the user agrees. */
export function turnRulesOn(ruleSwitch: RuleSwitch) {
  return async (): Promise<void> => {
    if (!vscode.workspace.isTrusted) {
      const manage = commandAction(say('Manage Workspace Trust…'), 'workbench.trust.manage');
      void showWarning(say('Rules only apply in trusted workspaces.'), manage);
      return;
    }
    const rules = currentSettings.rules();
    if (rules.usable.length === 0) {
      const none = sentences([say('There are no rules to apply.'), ...rules.broken.map(brokenRuleText)]);
      void showWarning(none, openSettingAction(say('Open Settings'), settings.rules));
      return;
    }
    const detail = joined(
      [
        ruleLines(rules),
        say(
          'Files will be converted automatically when they’re added or saved. This happens only on this computer and never costs credits.',
        ),
      ],
      '\n',
    );
    if (!(await confirm(say('Turn on this workspace’s rules?'), detail, say('Turn On Rules')))) return;
    await ruleSwitch.turnOn(rules);
  };
}

/** Implements **Turn Off Conversion Rules**: stops automatic conversions. */
export function turnRulesOff(ruleSwitch: RuleSwitch) {
  return async (): Promise<void> => {
    await ruleSwitch.turnOff();
    const again = commandAction(say('Turn On Again'), commands.turnRulesOn);
    void showInformation(say('This workspace’s rules are turned off.'), again);
  };
}
