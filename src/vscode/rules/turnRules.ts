import * as vscode from 'vscode';
import { commands, settings } from '../../manifest.ts';
import { brokenRuleText, ruleLines } from './ruleList.ts';
import type { RuleSwitch } from './ruleSwitch.ts';
import { currentSettings } from '../settings.ts';
import { joined, say, sentences } from '../text/safeText.ts';
import { commandAction, confirm, openSettingAction, showInformation, showWarning } from '../ui/messages.ts';

/** Implements **Turn On Conversion Rules**: shows the rules of the workspace, and applies them once the user agrees. */
export function turnRulesOn(ruleSwitch: RuleSwitch) {
  return async (): Promise<void> => {
    if (!vscode.workspace.isTrusted) {
      const manage = commandAction(say('Manage workspace trust…'), 'workbench.trust.manage');
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
