import { commands, extensionId, views } from '../../manifest.ts';
import { say } from '../text/safeText.ts';
import type { Choice } from '../ui/choice.ts';

/** A command with its optional argument. */
export type Step = readonly [command: string, argument?: string];

/** The actions in the status bar item's menu that apply to the current setup. */
export function menuSteps(hasKey: boolean, hasAccountPage: boolean): Choice<Step>[] {
  return [
    { icon: 'arrow-swap', label: say('Convert files…'), value: [commands.convert] },
    { icon: 'fold', label: say('Compress files…'), value: [commands.compress] },
    { icon: 'list-unordered', label: say('Show jobs'), value: [`${views.jobs}.focus`] },
    { icon: 'cloud', label: say('Set up network…'), value: [commands.setUpNetwork] },
    { icon: 'key', label: say('Set API key…'), value: [commands.setApiKey] },
    ...(hasKey ? stepsWithKey(hasAccountPage) : []),
    {
      icon: 'gear',
      label: say('Open settings'),
      value: ['workbench.action.openSettings', `@ext:${extensionId}`],
    },
  ];
}

function stepsWithKey(hasAccountPage: boolean): Choice<Step>[] {
  const account = {
    icon: 'link-external',
    label: say('Open account page'),
    value: [commands.openAccount],
  } as const;
  return [
    { icon: 'refresh', label: say('Refresh credits'), value: [commands.refreshCredits] },
    { icon: 'check', label: say('Check connection'), value: [commands.checkConnection] },
    ...(hasAccountPage ? [account] : []),
  ];
}
